import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTING_KEYS, settingOf, V0_ONLY, type SettingDef, type SettingKey } from '#libs/contracts';
import { message } from '#libs/messages';
import { SETTING_SPECS } from './setting-specs.js';
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

const INTRO = `# Settings of the page

Made from libs/contracts/src/settings by tools/checks/settings.check.ts; edit the settings there. What a machine needs to start at all stands in [configuration.md](configuration.md).

- Change them on the settings page, or with \`PUT /api/v0/settings\` and \`{"config": {"<key>": <value>}}\`. All or nothing: with one wrong value nothing is changed, and each fault names its key. \`null\` or \`""\` is the default again.
- **Environment.** \`VODKEEP_SETTING_<KEY>\`, or v0's \`TCD_<KEY>\`, holds a setting fast: upper case, dots and hyphens as underscores (\`capture.grace_s\` is \`VODKEEP_SETTING_CAPTURE_GRACE_S\`). It wins over what was saved, the page shows it and does not change it. A secret may come from a file: \`VODKEEP_SETTING_<KEY>_FILE\`. One that cannot be read does not hold and is told on the dashboard; nothing of this stops a start.
- **Secrets** are stored sealed and never shown again; the page shows \`********\`, which sent back changes nothing.
- **Locked out?** Path prefix and port come from the environment only, so that no saved value makes the page unreachable. A forgotten password: [operate/door.md](operate/door.md).
- **Export and import.** \`GET /api/v0/settings/export\` gives settings and channels as one file without secrets, \`POST /api/v0/settings/import\` takes it (\`?dry_run=1\`: only tells what it would change). It takes a \`config.json\` of v0 too. What is no field of an export is refused; a setting that nobody knows is left out and told in the answer.
- A value that was broken by hand in PostgreSQL does not hold: the one that was saved before it does, or the default, and the dashboard says so ([adr/0010](adr/0010-corrupt-settings.md)).

"Acts" names the spec that shows it. "with ..." is kept and checked already, and acts once that part is there; the page leaves it out until then.
`;

/** Text of docs/settings.md. */
function settingsDoc(): string {
  const groups = Map.groupBy(SETTING_KEYS, (key) => settingOf(key).group);
  const chapters = [...groups].map(
    ([group, keys]) =>
      `## ${group}\n\n| key | default | values | what it does | acts |\n|---|---|---|---|---|\n${keys.map((key) => row(key, settingOf(key))).join('\n')}\n`,
  );
  const old = Object.entries(V0_ONLY).map(
    ([key, { group, fate }]) =>
      `| \`${key}\` | ${group} | ${'na' in fate ? message(fate.na).english : `use \`${fate.replaced}\``} |`,
  );
  return `${INTRO}\n${chapters.join('\n')}\n## Keys of v0 without effect\n\nTaken from a v0 client or config without a fault, and not kept.\n\n| key | group | instead, or why none |\n|---|---|---|\n${old.join('\n')}\n`;
}

function row(key: SettingKey, def: SettingDef): string {
  const marks = [
    def.secret === true ? 'secret' : '',
    def.guest === true ? 'guests see it' : '',
    def.restart === true ? 'after a restart' : '',
    def.environment === undefined ? '' : `only \`${def.environment}\` sets it`,
  ].filter((s) => s !== '');
  return `| \`${key}\` | ${shown(def)} | ${values(def)} | **${def.text}.** ${def.help}${marks.length > 0 ? ` (${marks.join(', ')})` : ''} | ${def.later === undefined ? `[spec](../${SETTING_SPECS[key] ?? ''})` : `with ${def.later}`} |`;
}

const shown = ({ default: standard }: SettingDef): string => (standard === '' ? 'empty' : `\`${String(standard)}\``);

function values({ type, choices, variables, unit }: SettingDef): string {
  if (choices) return choices.map((c) => (c === '' ? 'empty' : `\`${c}\``)).join(', ');
  if (variables) return `text with ${variables.map((v) => `\`{${v}}\``).join(' ')}`;
  const kind = { boolean: 'on or off', number: 'number', string: 'text' }[type as 'boolean' | 'number' | 'string'];
  return unit === undefined ? kind : `${kind}, ${unit}`;
}
