import { type SettingKey, settingOf, type SettingValues } from '#libs/contracts';
import { type EditedField } from '../platform/edit-conflict.js';

/** The changed settings as text, before and after the edit. An undefined new value stands for the default. */
export const editedSettings = (changes: ReadonlyMap<SettingKey, unknown>, now: SettingValues): EditedField[] =>
  [...changes].map(([key, value]) => {
    const { default: byDefault, secret } = settingOf(key);
    return { name: key, was: settingText(now[key]), now: settingText(value ?? byDefault), isSecret: secret === true };
  });

const settingText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
