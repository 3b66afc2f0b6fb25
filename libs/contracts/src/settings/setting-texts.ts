import { type SettingTextKey } from '#libs/messages';
import { type SettingKey, settingOf, type SETTINGS } from './settings.js';

/** The texts of one setting in one language. */
export interface SettingText {
  readonly group: string;
  readonly text: string;
  readonly help: string;
  readonly unit?: string;
  /** Value -> what it is called. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** A key has no empty part. */
type Part<Value> = Value extends '' ? 'none' : Value & string;
type ChoiceKeyOf<Key extends SettingKey> = (typeof SETTINGS)[Key] extends { readonly named: readonly (infer Value)[] }
  ? `setting.${Key}.choice.${Part<Value>}`
  : never;
type ChoiceKey = { [Key in SettingKey]: ChoiceKeyOf<Key> }[SettingKey];

/**
 * The texts of a setting. The compiler refuses a setting, or a named choice, whose text the catalogue lacks.
 * @param say the text of a key in the language that is wanted
 */
export function textsOfSetting(key: SettingKey, say: (key: SettingTextKey) => string): SettingText {
  const { group, unit, named = [] } = settingOf(key);
  const choice = (value: string): SettingTextKey =>
    `setting.${key}.choice.${value === '' ? 'none' : value}` as ChoiceKey;
  return {
    group: say(`setting.group.${group}`),
    text: say(`setting.${key}.text`),
    help: say(`setting.${key}.help`),
    ...(unit === undefined ? {} : { unit: say(`setting.unit.${unit}`) }),
    ...(named.length === 0 ? {} : { choices: Object.fromEntries(named.map((value) => [value, say(choice(value))])) }),
  };
}
