import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  SETTING_KEYS,
  settingOf,
  textsOfSetting,
  V0_ONLY,
  type SettingDef,
  type SettingKey,
  type SettingText,
} from '#libs/contracts';
import { message } from '#libs/messages';
import { SETTING_SPECS } from './setting-specs.js';
import { V0_SETTING_KEYS } from './v0-setting-keys.mjs';

const PAGE = 'docs/settings.md';

/** Faults of the table of settings, one line each. */
export function settingsFaults(root: string): string[] {
  const read = (path: string): string | null => readTextFile(join(root, path));
  return [
    ...missingKeys(V0_SETTING_KEYS),
    ...SETTING_KEYS.flatMap((key) => specFaults(key, { later: settingOf(key).later, spec: SETTING_SPECS[key] }, read)),
    ...(read(PAGE) === settingsDoc() ? [] : [`${PAGE} does not match libs/contracts/src/settings`]),
  ];
}

/** Keys of v0 that have neither a setting nor a reason for their absence. */
export const missingKeys = (keys: readonly string[]): string[] =>
  keys
    .filter((key) => !(SETTING_KEYS as readonly string[]).includes(key) && !Object.hasOwn(V0_ONLY, key))
    .map((key) => `${key} is missing`);

/**
 * Checks that the spec of each active setting names the setting, and that a setting that comes later has no spec.
 * @param read null: the file does not exist
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
  if (text === null) return [`${key}: its spec ${spec} does not exist`];
  return new RegExp(`(?<![\\w.-])${key.replaceAll('.', '\\.')}(?![\\w-])`).test(text)
    ? []
    : [`${key}: ${spec} does not name it`];
}

/** Generates docs/settings.md again. */
export function writeSettingsDoc(root: string): void {
  writeFileSync(join(root, PAGE), settingsDoc());
}

function readTextFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

const INTRO = `# Settings of the page

Generated from libs/contracts/src/settings by tools/checks/settings.check.ts. Edit the settings there. The settings that a service needs to start are in [configuration.md](configuration.md).

- Change them on the settings page, or with \`PUT /api/v0/settings\` and \`{"config": {"<key>": <value>}}\`. A change is all or nothing: with one invalid value nothing is changed, and each fault names its key. \`null\` or \`""\` restores the default.
- **Environment.** \`VODKEEP_SETTING_<KEY>\`, or v0's \`TCD_<KEY>\`, sets a setting: upper case, dots and hyphens as underscores (\`capture.grace_s\` is \`VODKEEP_SETTING_CAPTURE_GRACE_S\`). It takes precedence over the saved value. The page shows it but cannot change it. A secret can come from a file: \`VODKEEP_SETTING_<KEY>_FILE\`. An invalid value has no effect, and the dashboard shows the fault. It never prevents a start.
- **Secrets** are stored encrypted and never shown. The page shows \`********\`; sent back, it changes nothing.
- **Locked out?** Path prefix and port come from the environment only, so that no saved value makes the page unreachable. For a forgotten password see [operate/access.md](operate/access.md).
- **Export and import.** \`GET /api/v0/settings/export\` returns settings and channels as one file without secrets. \`POST /api/v0/settings/import\` imports it (\`?dry_run=1\` only reports the changes; \`?confirm=\` names what decides about access, see \`confirm\` of the report). It also imports a \`config.json\` of v0. Unknown fields of the file are refused. Unknown settings are skipped, and the answer names them.
- A value that is corrupt in PostgreSQL has no effect. Vodkeep uses the value that was saved before, or the default, and the dashboard says so ([adr/0010](adr/0010-corrupt-settings.md)).

The column "effect" names the spec that shows the effect. "with ..." means that Vodkeep saves and checks the setting, but the part that uses it does not exist yet. Until then the page does not show the setting.
`;

/** Text of docs/settings.md. */
function settingsDoc(): string {
  const groups = Map.groupBy(SETTING_KEYS, (key) => inEnglish(key).group);
  const chapters = [...groups].map(
    ([group, keys]) =>
      `## ${group}\n\n| key | default | values | description | effect |\n|---|---|---|---|---|\n${keys.map((key) => row(key)).join('\n')}\n`,
  );
  const old = Object.entries(V0_ONLY).map(
    ([key, { group, fate }]) =>
      `| \`${key}\` | ${group} | ${'na' in fate ? message(fate.na).english : `use \`${fate.replaced}\``} |`,
  );
  return `${INTRO}\n${chapters.join('\n')}\n## Keys of v0 without effect\n\nA v0 client or config may contain these keys. Vodkeep ignores them without an error and does not save them.\n\n| key | group | replacement, or reason |\n|---|---|---|\n${old.join('\n')}\n`;
}

const inEnglish = (key: SettingKey): SettingText => textsOfSetting(key, (text) => message(text).english);

function row(key: SettingKey): string {
  const def = settingOf(key);
  const { text, help, unit } = inEnglish(key);
  const marks = [
    def.secret === true ? 'secret' : '',
    def.guest === true ? 'guests see it' : '',
    def.restart === true ? 'takes effect after a restart' : '',
    def.environment === undefined ? '' : `only \`${def.environment}\` sets it`,
  ].filter((s) => s !== '');
  return `| \`${key}\` | ${shownDefault(def)} | ${values(def, unit)} | **${text}.** ${help}${marks.length > 0 ? ` (${marks.join(', ')})` : ''} | ${def.later === undefined ? `[spec](../${SETTING_SPECS[key] ?? ''})` : `with ${def.later}`} |`;
}

const shownDefault = ({ default: setDefault }: SettingDef): string =>
  setDefault === '' ? 'empty' : `\`${String(setDefault)}\``;

function values({ type, choices, variables }: SettingDef, unit: string | undefined): string {
  if (choices) return choices.map((c) => (c === '' ? 'empty' : `\`${c}\``)).join(', ');
  if (variables) return `text with ${variables.map((v) => `\`{${v}}\``).join(' ')}`;
  const kind = { boolean: 'on or off', number: 'number', string: 'text' }[type as 'boolean' | 'number' | 'string'];
  return unit === undefined ? kind : `${kind}, ${unit}`;
}
