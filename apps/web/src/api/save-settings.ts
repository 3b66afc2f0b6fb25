import { putSettings } from '#libs/contracts';
import { call } from '../lib/call.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Only the changed keys: two people who change different settings do not undo each other.
 * @param seen what this page showed before: where somebody else changed the same one meanwhile, the server says so and
 *   keeps theirs
 */
export const saveSettings = (config: Values, seen: Values) =>
  call(putSettings, {
    body: { config, was: Object.fromEntries(Object.entries(seen).filter(([key]) => Object.hasOwn(config, key))) },
  });
