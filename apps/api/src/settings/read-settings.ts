import { SETTING_DEFAULTS, SETTING_KEYS, type SettingKey, settingOf, type SettingValues } from '#libs/contracts';
import { type StoredSetting } from '../persistence/repositories/setting.repository.js';
import { faultOf, readValue } from './read-value.js';

/** A value that the environment gives, and the variable that does. */
export interface GivenSetting {
  readonly value: unknown;
  readonly from: string;
}

export interface ReadSettings {
  readonly values: SettingValues;
  readonly errors: readonly string[];
}

/**
 * What holds: the environment over what is stored over the defaults. A stored value that is not valid any more is said
 * so, and the last good one holds, or else the default.
 */
export function readSettings(
  stored: ReadonlyMap<string, StoredSetting>,
  given: ReadonlyMap<SettingKey, GivenSetting> = new Map(),
): ReadSettings {
  const values: Record<string, unknown> = { ...SETTING_DEFAULTS };
  const errors: string[] = [];
  for (const key of SETTING_KEYS) {
    const env = given.get(key);
    const row = stored.get(key);
    if (env) values[key] = env.value;
    else if (row) values[key] = storedValue(key, row, errors);
  }
  return { values: values as SettingValues, errors };
}

function storedValue(key: SettingKey, row: StoredSetting, errors: string[]): unknown {
  const def = settingOf(key);
  const parsed = def.schema.safeParse(row.value);
  if (parsed.success) return parsed.data;
  const good = def.schema.safeParse(row.goodValue);
  errors.push(
    `The stored value of "${def.text}" (${key}) is not valid: ${faultOf(parsed.error)}. ${good.success ? 'The one before it' : 'Its default'} holds until it is saved again.`,
  );
  return good.success ? good.data : def.default;
}

/**
 * What the environment says, typed; what cannot be read is told and does not hold.
 * @param texts key of the setting -> the variable and its text
 */
export function readGiven(texts: ReadonlyMap<SettingKey, { readonly name: string; readonly text: string }>): {
  readonly given: ReadonlyMap<SettingKey, GivenSetting>;
  readonly errors: readonly string[];
} {
  const given = new Map<SettingKey, GivenSetting>();
  const errors: string[] = [];
  for (const [key, { name, text }] of texts) {
    const def = settingOf(key);
    const read = readValue(def, text);
    if (read.ok) given.set(key, { value: read.value ?? def.default, from: name });
    else errors.push(`${name} in the environment is not valid: ${read.fault}. What is stored holds, or the default.`);
  }
  return { given, errors };
}
