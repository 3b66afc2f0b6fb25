import { type SettingKey, settingOf, type SettingValues } from '#libs/contracts';
import { type EditedField } from '../persistence/database/edit-conflict.js';

/** The settings that are sent, as text before and after; undefined is the default. */
export const editedSettings = (changes: ReadonlyMap<SettingKey, unknown>, now: SettingValues): EditedField[] =>
  [...changes].map(([key, value]) => {
    const { default: byDefault, secret } = settingOf(key);
    return { name: key, was: textOf(now[key]), now: textOf(value ?? byDefault), isSecret: secret === true };
  });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
