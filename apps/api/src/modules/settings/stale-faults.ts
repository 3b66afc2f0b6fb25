import { type SettingKey, settingOf, type SettingValues } from '#libs/contracts';
import { type FieldFault } from '#libs/errors';
import { shownValue } from './shown-value.js';

interface Seen {
  readonly was: Readonly<Record<string, unknown>>;
  readonly now: SettingValues;
}

/**
 * Keys that somebody else changed since the caller looked, and not to what the caller wants; each with what it is now.
 */
export function staleFaults(changes: ReadonlyMap<SettingKey, unknown>, { was, now }: Seen): FieldFault[] {
  return [...changes]
    .filter(
      ([key, value]) =>
        Object.hasOwn(was, key) && was[key] !== shownValue(key, now) && (value ?? settingOf(key).default) !== now[key],
    )
    .map(([key]) => ({
      path: `config.${key}`,
      message: `is ${JSON.stringify(shownValue(key, now)).slice(0, 200)} by now`,
    }));
}
