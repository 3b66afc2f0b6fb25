import { message, type OwnMessage } from '#libs/messages';
import { type HttpConfig } from '../../platform/http-config.js';

/** What a caller learns who cannot come in because no password is set, and who does not sit at the machine. */
export const passwordRemedy = ({ port, basepath }: Pick<HttpConfig, 'port' | 'basepath'>): OwnMessage =>
  message('error.password-not-set', { address: `http://localhost:${port}${basepath}/` });
