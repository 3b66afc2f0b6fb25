import { type DoorConfig } from '../../platform/door-config.js';

/** What a caller is told who cannot come in because no password is set, and who does not sit at the machine. */
export const passwordRemedy = ({ port, basepath }: Pick<DoorConfig, 'port' | 'basepath'>): string =>
  `No password is set, so only the machine itself may come in. Set one: open http://localhost:${port}${basepath}/ on that machine, or start with VODKEEP_PASSWORD, or run "node dist/apps/api/src/cli/reset-password.js" there.`;
