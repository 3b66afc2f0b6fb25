import { putSettings } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Only the changed keys: two people who change different settings do not undo each other. */
export const saveSettings = (config: Readonly<Record<string, unknown>>) => call(putSettings, { body: { config } });
