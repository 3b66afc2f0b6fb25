import { MASK, type SettingKey, settingOf, type SettingValues } from '#libs/contracts';

/** A value for callers. For a secret it only shows whether the secret is set. */
export function settingViewValue(key: SettingKey, values: SettingValues): string | number | boolean {
  if (settingOf(key).secret !== true) return values[key];
  return values[key] === '' ? '' : MASK;
}
