import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTING_KEYS, settingOf, V0_ONLY, type SettingDef } from '#libs/contracts';
import { settingsDoc } from './settings-doc.js';
import { V0_SETTING_KEYS } from './v0-setting-keys.mjs';

const PAGE = 'docs/settings.md';

/** What the table of settings does not keep: one line for each fault. */
export function settingsFaults(root: string): string[] {
  const read = (path: string): string | null => textOf(join(root, path));
  return [
    ...missingKeys(V0_SETTING_KEYS),
    ...SETTING_KEYS.flatMap((key) => fateFaults(key, settingOf(key), read)),
    ...(read(PAGE) === settingsDoc() ? [] : [`${PAGE} is not what libs/contracts/src/settings says`]),
  ];
}

/** Keys of v0 that have neither a setting nor a reason why not. */
export const missingKeys = (keys: readonly string[]): string[] =>
  keys
    .filter((key) => !(SETTING_KEYS as readonly string[]).includes(key) && !Object.hasOwn(V0_ONLY, key))
    .map((key) => `${key} is missing`);

/** A setting that is called applied must be named by the spec that shows it acting. @param read null: no such file */
export function fateFaults(
  key: string,
  { fate }: Pick<SettingDef, 'fate'>,
  read: (path: string) => string | null,
): string[] {
  if ('later' in fate) return [];
  const text = /\.spec\.ts$/.test(fate.applied) ? read(fate.applied) : null;
  if (text === null) return [`${key}: its spec ${fate.applied} is not there`];
  return new RegExp(`(?<![\\w.-])${key.replaceAll('.', '\\.')}(?![\\w-])`).test(text)
    ? []
    : [`${key}: ${fate.applied} does not name it`];
}

/** Writes docs/settings.md anew. */
export function writeSettingsDoc(root: string): void {
  writeFileSync(join(root, PAGE), settingsDoc());
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
