import { message, type OwnMessage } from '#libs/messages';
import { type DoorConfig } from '../../platform/door-config.js';

/** What a caller is told who cannot come in because no password is set, and who does not sit at the machine. */
export const passwordRemedy = ({ port, basepath }: Pick<DoorConfig, 'port' | 'basepath'>): OwnMessage =>
  message('error.password-not-set', { address: `http://localhost:${port}${basepath}/` });
