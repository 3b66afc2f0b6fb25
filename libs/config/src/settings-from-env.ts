import { SETTING_KEYS, type SettingKey, settingOf } from '#libs/contracts';
import { type FieldFault } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { readConfigFile, readSecretFile, readTextFile, type ReadText, type Texts } from './read-sources.js';

/** Prefix of Vodkeep's variables for page settings. */
const OWN_PREFIX = 'VODKEEP_SETTING_';
/** Prefix of v0's variables. */
const V0_PREFIX = 'TCD_';

interface SettingText {
  readonly name: string;
  readonly text: string;
}
export interface SettingTexts {
  readonly texts: ReadonlyMap<SettingKey, SettingText>;
  /** Faults in the names or in the files that they refer to. None of them prevents the start (ADR 0010). */
  readonly faults: readonly Message[];
}

/**
 * `capture.grace_s` -> `CAPTURE_GRACE_S`: the rule of v0, and hyphens become underscores too, so that every shell can
 * set the name.
 */
const envName = (key: string): string => key.toUpperCase().replaceAll(/[.-]/g, '_');

/** Variable of each setting that only the machine sets, by the name that a page setting would have. */
const machineVariables: ReadonlyMap<string, string> = new Map(
  SETTING_KEYS.flatMap((key) => {
    const name = settingOf(key).environment;
    return name === undefined ? [] : [[envName(key), name]];
  }),
);

const keysByEnvName: ReadonlyMap<string, SettingKey> = new Map(
  SETTING_KEYS.filter((key) => settingOf(key).environment === undefined).map((key) => [envName(key), key]),
);

/**
 * Page settings that the environment fixes: `VODKEEP_SETTING_<KEY>`, v0's `TCD_<KEY>`, or `VODKEEP_SETTING_<KEY>_FILE`
 * for a secret; from the environment or the file of VODKEEP_CONFIG_FILE. An empty one counts as not set. Vodkeep's
 * names override v0's. The settings service parses the texts like those of a form (numbers, true/false, 1/0).
 */
export function settingsFromEnv(env: Texts = process.env, read: ReadText = readTextFile): SettingTexts {
  const all = { ...fileTexts(env, read), ...env };
  const texts = new Map<SettingKey, SettingText>();
  const faults: Message[] = [];
  for (const { name, text } of [...setNames(all, V0_PREFIX), ...setNames(all, OWN_PREFIX)]) {
    const found = readSettingText({ name, text, read }, faults);
    if (found) texts.set(found.key, found);
  }
  return { texts, faults };
}

/** Ignores an unreadable file: `loadConfig` reads it too and then prevents the start. */
function fileTexts(env: Texts, read: ReadText): Texts {
  const file = env['VODKEEP_CONFIG_FILE'];
  if (file === undefined || file === '') return {};
  try {
    return readConfigFile(read(file), []);
  } catch {
    return {};
  }
}

const setNames = (env: Texts, prefix: string): SettingText[] =>
  Object.entries(env).flatMap(([name, text]) =>
    name.startsWith(prefix) && text !== undefined && text !== '' ? [{ name, text }] : [],
  );

interface SettingVariable extends SettingText {
  readonly read: ReadText;
}

/** @returns null if the name is not that of a setting; an unreadable file counts as not set and is reported */
function readSettingText(
  { name, text, read }: SettingVariable,
  faults: Message[],
): (SettingText & { readonly key: SettingKey }) | null {
  const envKey = name.slice((name.startsWith(OWN_PREFIX) ? OWN_PREFIX : V0_PREFIX).length).replaceAll(/[.-]/g, '_');
  const key = keysByEnvName.get(envKey);
  if (key !== undefined) return { key, name, text };
  const secret = envKey.endsWith('_FILE') ? keysByEnvName.get(envKey.slice(0, -'_FILE'.length)) : undefined;
  if (secret === undefined || settingOf(secret).secret !== true) {
    const instead = machineVariables.get(envKey);
    if (instead !== undefined) faults.push(message('setting.variable.no-effect', { name, instead }));
    else if (name.startsWith(OWN_PREFIX)) faults.push(message('setting.variable.unknown', { name }));
    return null;
  }
  const found: FieldFault[] = [];
  const fileText = readSecretFile(name.slice(0, -'_FILE'.length), text, { read, faults: found });
  faults.push(...found.map(({ path, message: fault }) => message('setting.variable.fault', { name: path, fault })));
  return fileText === undefined ? null : { key: secret, name, text: fileText };
}
