import { type SettingTextKey } from '#libs/messages';
import { type SettingKey, settingOf, type SETTINGS } from './settings.js';

/** The texts of one setting in one language. */
export interface SettingText {
  readonly group: string;
  readonly text: string;
  readonly help: string;
  readonly unit?: string;
  /** Display text of each choice. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** Maps an empty choice to `none`, because a key must not have an empty part. */
type Part<Value> = Value extends '' ? 'none' : Value & string;
type ChoiceKeyOf<Key extends SettingKey> = (typeof SETTINGS)[Key] extends { readonly named: readonly (infer Value)[] }
  ? `setting.${Key}.choice.${Part<Value>}`
  : never;
type ChoiceKey = { [Key in SettingKey]: ChoiceKeyOf<Key> }[SettingKey];

/**
 * Returns the texts of a setting. The compiler refuses a setting, or a named choice, whose text is missing in the
 * catalogue.
 * @param say returns the text of a key in the wanted language
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
