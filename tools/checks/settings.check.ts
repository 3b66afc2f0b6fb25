import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTING_KEYS, settingOf, V0_ONLY } from '#libs/contracts';
import { SETTING_SPECS } from './setting-specs.js';
import { settingsDoc } from './settings-doc.js';
import { V0_SETTING_KEYS } from './v0-setting-keys.mjs';

const PAGE = 'docs/settings.md';

/** What the table of settings does not keep: one line for each fault. */
export function settingsFaults(root: string): string[] {
  const read = (path: string): string | null => textOf(join(root, path));
  return [
    ...missingKeys(V0_SETTING_KEYS),
    ...SETTING_KEYS.flatMap((key) => specFaults(key, { later: settingOf(key).later, spec: SETTING_SPECS[key] }, read)),
    ...(read(PAGE) === settingsDoc() ? [] : [`${PAGE} is not what libs/contracts/src/settings says`]),
  ];
}

/** Keys of v0 that have neither a setting nor a reason why not. */
export const missingKeys = (keys: readonly string[]): string[] =>
  keys
    .filter((key) => !(SETTING_KEYS as readonly string[]).includes(key) && !Object.hasOwn(V0_ONLY, key))
    .map((key) => `${key} is missing`);

/**
 * A setting that acts must be named by the spec that shows it, and one that comes later has none.
 * @param read null: no such file
 */
export function specFaults(
  key: string,
  { later, spec }: { readonly later?: string | undefined; readonly spec?: string | undefined },
  read: (path: string) => string | null,
): string[] {
  if (later !== undefined)
    return spec === undefined ? [] : [`${key} comes later and has a spec that shows it, ${spec}`];
  if (spec === undefined) return [`${key}: no spec in tools/checks/setting-specs.ts shows it`];
  const text = /\.spec\.ts$/.test(spec) ? read(spec) : null;
  if (text === null) return [`${key}: its spec ${spec} is not there`];
  return new RegExp(`(?<![\\w.-])${key.replaceAll('.', '\\.')}(?![\\w-])`).test(text)
    ? []
    : [`${key}: ${spec} does not name it`];
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
