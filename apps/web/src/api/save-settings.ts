import { putSettings } from '#libs/contracts';
import { call } from '../lib/call.js';

/**
 * Only the changed keys.
 * @param version of the settings that the edit was made from; where it is not the current one, nothing is saved
 */
export const saveSettings = (config: Readonly<Record<string, unknown>>, version: number) =>
  call(putSettings, { body: { config, version } });
