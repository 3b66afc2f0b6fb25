import { message, type OwnMessage } from '#libs/messages';
import { type HttpConfig } from '../../platform/http-config.js';

/** Tells a remote caller how to set the password when none is set. */
export const passwordRemedy = ({ port, basepath }: Pick<HttpConfig, 'port' | 'basepath'>): OwnMessage =>
  message('error.password-not-set', { address: `http://localhost:${port}${basepath}/` });
