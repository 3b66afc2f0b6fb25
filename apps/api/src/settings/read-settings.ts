import { SETTING_DEFAULTS, SETTING_KEYS, type SettingKey, settingOf, type SettingValues } from '#libs/contracts';
import { type Message, message } from '#libs/messages';
import { type StoredSetting } from '../persistence/repositories/setting.repository.js';
import { faultOf, readValue } from './read-value.js';

/** A value from the environment and the name of its variable. */
export interface LockedSetting {
  readonly value: unknown;
  readonly from: string;
}

export interface ReadSettings {
  readonly values: SettingValues;
  readonly errors: readonly Message[];
}

/**
 * Effective settings: the environment overrides stored values, which override the defaults. For an invalid stored value
 * it reports an error and uses the last valid value, or else the default.
 */
export function readSettings(
  stored: ReadonlyMap<string, StoredSetting>,
  given: ReadonlyMap<SettingKey, LockedSetting> = new Map(),
): ReadSettings {
  const values: Record<string, unknown> = { ...SETTING_DEFAULTS };
  const errors: Message[] = [];
  for (const key of SETTING_KEYS) {
    const env = given.get(key);
    const row = stored.get(key);
    if (env) values[key] = env.value;
    else if (row) values[key] = storedValue(key, row, errors);
  }
  return { values: values as SettingValues, errors };
}

function storedValue(key: SettingKey, row: StoredSetting, errors: Message[]): unknown {
  const def = settingOf(key);
  const parsed = def.schema.safeParse(row.value);
  if (parsed.success) return parsed.data;
  const good = def.schema.safeParse(row.goodValue);
  errors.push(
    message(good.success ? 'setting.not-valid.last-good' : 'setting.not-valid.default', {
      name: message(`setting.${key}.text`),
      key,
      fault: faultOf(parsed.error),
    }),
  );
  return good.success ? good.data : def.default;
}

/**
 * Parses the settings from the environment. Invalid values are reported and ignored.
 * @param texts by setting: its variable and the variable's text
 */
export function readLocked(texts: ReadonlyMap<SettingKey, { readonly name: string; readonly text: string }>): {
  readonly given: ReadonlyMap<SettingKey, LockedSetting>;
  readonly errors: readonly Message[];
} {
  const given = new Map<SettingKey, LockedSetting>();
  const errors: Message[] = [];
  for (const [key, { name, text }] of texts) {
    const def = settingOf(key);
    const read = readValue(def, text);
    if (read.ok) given.set(key, { value: read.value ?? def.default, from: name });
    else errors.push(message('setting.environment-not-valid', { variable: name, fault: read.fault }));
  }
  return { given, errors };
}
