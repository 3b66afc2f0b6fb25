import { MASK, type SettingKey, settingOf, type SettingValues } from '#libs/contracts';

/** A value as callers see it: of a secret only whether it is set. */
export function settingViewValue(key: SettingKey, values: SettingValues): string | number | boolean {
  if (settingOf(key).secret !== true) return values[key];
  return values[key] === '' ? '' : MASK;
}
