import { hostname } from 'node:os';
import { messageOf, UserError, type FieldFault, untranslated } from '#libs/errors';
import { english } from '#libs/messages';
import { isKnownName } from './known-names.js';
import { readConfigFile, readSecretFile, readTextFile, type ReadText, type Texts } from './read-sources.js';
import { coreSection } from './sections.js';
import { REQUIRED, type Machine, type Section, type Setting, type ValuesOf } from './setting.js';

export type Sections = Readonly<Record<string, Section>>;
export type Config<T extends Sections> = { readonly [K in keyof T]: ValuesOf<T[K]> };

/** Sources of values in addition to the environment; tests pass their own. */
export interface ConfigSources {
  readonly machine?: Machine;
  readonly read?: ReadText;
}

interface Sources {
  readonly texts: Texts;
  readonly machine: Machine;
  readonly read: ReadText;
  readonly faults: FieldFault[];
  readonly settings: ReadonlyMap<string, Setting>;
}

/**
 * Typed settings of one process. An empty variable counts as not set.
 * @throws UserError `config` with one field for each fault, so that the operator can fix all of them at once
 */
export function loadConfig<T extends Sections>(
  env: Texts,
  sections: T,
  { machine = { hostname: hostname() }, read = readTextFile }: ConfigSources = {},
): Config<T> {
  const faults: FieldFault[] = [];
  const texts = { ...configFile(env, read, faults), ...withoutEmpty(env) };
  const all: readonly Section[] = [coreSection, ...Object.values(sections)];
  const settings = new Map(all.flatMap((section) => Object.values(section)).map((setting) => [setting.env, setting]));
  const sources: Sources = { texts, machine, read, faults, settings };
  const config = Object.fromEntries(
    Object.entries(sections).map(([name, section]) => [name, valuesOf(section, sources)]),
  );
  faults.push(...chosenDriverFaults(config['storage']));
  if (faults.length > 0)
    throw new UserError(untranslated('config', `invalid settings: ${faults.map(faultText).join('; ')}`), {
      fields: faults,
    });
  return config as Config<T>;
}

const faultText = ({ path, message }: FieldFault): string =>
  `${path} ${typeof message === 'string' ? message : english(message)}`;

function configFile(env: Texts, read: ReadText, faults: FieldFault[]): Texts {
  const file = env['VODKEEP_CONFIG_FILE'];
  if (file === undefined || file === '') return {};
  try {
    const texts = readConfigFile(read(file), faults);
    for (const name of Object.keys(texts))
      if (!isKnownName(name)) faults.push({ path: name, message: `in ${file} is not a setting` });
    return withoutEmpty(texts);
  } catch (error) {
    faults.push({ path: 'VODKEEP_CONFIG_FILE', message: `cannot be read: ${messageOf(error)}` });
    return {};
  }
}

const withoutEmpty = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ''));

function valuesOf(section: Section, sources: Sources): Record<string, unknown> {
  return Object.fromEntries(Object.entries(section).map(([key, setting]) => [key, valueOf(setting, sources)]));
}

function valueOf(setting: Setting, sources: Sources): unknown {
  const text = settingText(setting, sources);
  if (text === null) return null;
  const parsed = setting.schema.safeParse(text);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? 'is not valid';
  sources.faults.push({
    path: setting.env,
    message: setting.secret === true ? message : `${message} (is ${JSON.stringify(text)})`,
  });
  return null;
}

function settingText(setting: Setting, sources: Sources): string | null {
  const given = sources.texts[setting.env] ?? secretText(setting, sources);
  if (given !== undefined) return given;
  if (setting.default === REQUIRED) {
    sources.faults.push({ path: setting.env, message: `must be set: ${setting.doc}` });
    return null;
  }
  return defaultText(setting, sources);
}

function secretText(setting: Setting, { texts, read, faults }: Sources): string | undefined {
  const file = setting.secret === true ? texts[`${setting.env}_FILE`] : undefined;
  return file === undefined ? undefined : readSecretFile(setting.env, file, { read, faults });
}

function defaultText(setting: Setting, sources: Sources): string | null {
  const setDefault = setting.default;
  if (setDefault === null || typeof setDefault === 'string') return setDefault;
  if (setDefault === REQUIRED) return null;
  return setDefault.from((env) => {
    const other = sources.settings.get(env);
    return sources.texts[env] ?? (other === undefined ? '' : defaultText(other, sources)) ?? '';
  }, sources.machine);
}

function chosenDriverFaults(storage: Readonly<Record<string, unknown>> | undefined): FieldFault[] {
  if (storage?.['kind'] !== 's3') return [];
  const needed = {
    s3Endpoint: 'VODKEEP_S3_ENDPOINT',
    s3AccessKey: 'VODKEEP_S3_ACCESS_KEY',
    s3SecretKey: 'VODKEEP_S3_SECRET_KEY',
  };
  return Object.entries(needed)
    .filter(([key]) => storage[key] === null)
    .map(([, env]) => ({ path: env, message: 'must be set with VODKEEP_STORAGE=s3' }));
}

/**
 * Settings of a command that the operator runs by hand, from the environment of this process.
 * @throws UserError `config` as {@link loadConfig}
 */
export function loadCommandConfig<T extends Sections>(sections: T): Config<T> {
  return loadConfig(process.env, sections);
}
