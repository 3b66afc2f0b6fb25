import { type SettingKey, settingOf, type SettingValues } from '#libs/contracts';
import { type EditedField } from '../platform/edit-conflict.js';

/** The settings that are sent, as text before and after; undefined is the default. */
export const editedSettings = (changes: ReadonlyMap<SettingKey, unknown>, now: SettingValues): EditedField[] =>
  [...changes].map(([key, value]) => {
    const { default: byDefault, secret } = settingOf(key);
    return { name: key, was: settingText(now[key]), now: settingText(value ?? byDefault), isSecret: secret === true };
  });

const settingText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
