import { join } from 'node:path';
import { isolatedRecorderName, RECORDER_STOP_MS } from '#libs/contracts';
import type { ServicePlan } from './child-plan.js';
import type { DataFolder } from './data-folder.js';
import type { Bootstrap } from './bootstrap.js';
import type { ExtraService, InstallationOptions } from './installation-options.js';
import { programFile } from './program-file.js';
import { repositoryRoot } from './root.js';
import { servicePlan } from './service-plan.js';
import { workerKeys } from './keyring-file.js';

/** Time limit of the drain of each service: a recorder hands over its captures, a converter returns its job. */
export const STOP_LIMIT_MS = { api: 10_000, recorder: RECORDER_STOP_MS, converter: 15_000, exporter: 15_000 } as const;
type Service = keyof typeof STOP_LIMIT_MS;
const TITLES: Readonly<Record<Service, string>> = {
  api: 'api',
  recorder: 'recorder',
  converter: 'converter',
  exporter: 'exporter',
};

/**
 * Purpose of the key that a recorder gets: it decrypts the user names and passwords in channel addresses
 * (apps/recorder, apps/api source-credentials).
 */
const RECORDER_PURPOSE = 'source';

/**
 * Memory of the api: freed blocks of 32 kB and more return to the system (V8 compiles in such blocks), and all threads
 * share one malloc arena. Recorder and converter do not use these settings: they move media in blocks of this size, and
 * their ffmpeg processes inherit the variables.
 */
const API_MALLOC = { MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_ARENA_MAX: '1' } as const;

/**
 * Most isolated recorders on one machine. Each takes 70 MB while captures whose recorder died are in it. With four, the
 * one capture of 64 that kills is found after four deaths.
 */
const ISOLATED_RECORDERS = 4;
const isolatedRecorders = (options: InstallationOptions): number => options.isolatedRecorders ?? ISOLATED_RECORDERS;

interface PlanContext {
  readonly folder: DataFolder;
  readonly bootstrap: Bootstrap;
  /** receives the messages that the api sends over IPC */
  readonly onMessage: (message: unknown) => void;
}

/**
 * Plans of the four services. The api is first, because it migrates the database.
 * @throws UserError `keyring`: when the keyring cannot be read
 */
export async function servicePlans(
  options: InstallationOptions,
  { folder, bootstrap, onMessage }: PlanContext,
): Promise<ServicePlan[]> {
  const env = commonEnv(options, folder, bootstrap);
  const keys = keyringEnv(options, folder);
  if (options.services !== undefined)
    return options.services.map((extra) => ({
      ...extraPlan(extra, { ...env, ...keys, VODKEEP_PG_URL: bootstrap.pgUrl }),
      ...stopRequests(options),
      onMessage,
    }));
  const recorderKeys = await workerKeys(RECORDER_PURPOSE, { ...env, ...keys });
  const plan = planOf(options);
  const recorder = (name: string, more: Readonly<Record<string, string>> = {}) =>
    plan('recorder', name, {
      ...env,
      VODKEEP_KEYRING: recorderKeys,
      VODKEEP_RECORDER_NAME: `${env['VODKEEP_NODE'] ?? folder.node}/${name.slice('recorder-'.length)}`,
      ...more,
    });
  const recorders = Array.from({ length: options.recorders ?? 1 }, (_, n) => recorder(`recorder-${String(n)}`));
  const isolated = Array.from({ length: isolatedRecorders(options) }, (_, n) =>
    recorder(isolatedRecorderName(n + 1), { VODKEEP_RECORDER_ISOLATED: String(n + 1) }),
  );
  return [
    {
      ...plan('api', 'api', { ...API_MALLOC, ...env, ...keys, ...apiEnv(options, bootstrap) }),
      ...stopRequests(options),
      onMessage,
    },
    ...recorders,
    ...isolated,
    plan('converter', 'converter', env),
    plan('exporter', 'exporter', env),
  ];
}

/** Only the api may end the installation, when the operator asks for it. */
const stopRequests = ({ onStopRequested }: InstallationOptions): Pick<ServicePlan, 'onStopRequested'> =>
  onStopRequested === undefined ? {} : { onStopRequested };

/** Plan of a service that the caller adds, with the settings of all services. */
export function extraPlan({ env = {}, ...service }: ExtraService, common: NodeJS.ProcessEnv): ServicePlan {
  return servicePlan({ ...service, env: { ...common, ...env }, stopLimitMs: 10_000 });
}

const planOf =
  ({ bundled = true }: InstallationOptions) =>
  (service: Service, name: string, env: NodeJS.ProcessEnv): ServicePlan =>
    servicePlan({
      name,
      title: name === service ? TITLES[service] : `${TITLES[service]} ${name.slice(service.length + 1)}`,
      file: programFile(service, { bundled }),
      env,
      stopLimitMs: STOP_LIMIT_MS[service],
    });

/** Environment of every service. A service that needs a secret gets it separately. */
function commonEnv(options: InstallationOptions, folder: DataFolder, bootstrap: Bootstrap): NodeJS.ProcessEnv {
  const open = Object.entries({ ...process.env, ...options.env }).filter(([name]) => !NOT_FOR_ALL.test(name));
  return {
    VODKEEP_NODE: folder.node,
    VODKEEP_SPOOL_DIR: folder.spoolDir,
    ...Object.fromEntries(open),
    VODKEEP_DATA: folder.dir,
    ...bootstrap.env,
  };
}

/** Settings of the page that come from the environment. Some are secrets, and only the api reads them. */
const PAGE_SETTING = /^(VODKEEP_SETTING|TCD)_/;
/** Variables that not every service gets: secrets, and settings of the page. */
const NOT_FOR_ALL = new RegExp(`^VODKEEP_(PG_URL|PASSWORD|KEYRING)(_FILE)?$|${PAGE_SETTING.source}`);

/** Whether the operator provides the keyring; otherwise the data folder contains one. */
export const isKeyringGiven = (options: InstallationOptions): boolean => Object.keys(givenKeyring(options)).length > 0;

function givenKeyring(options: InstallationOptions): Record<string, string> {
  const all = Object.entries({ ...process.env, ...options.env });
  return Object.fromEntries(
    all.filter(
      (entry): entry is [string, string] =>
        /^VODKEEP_KEYRING(_FILE)?$/.test(entry[0]) && entry[1] !== undefined && entry[1] !== '',
    ),
  );
}

const keyringEnv = (options: InstallationOptions, folder: DataFolder): Record<string, string> =>
  isKeyringGiven(options) ? givenKeyring(options) : { VODKEEP_KEYRING_FILE: folder.keyringFile };

function apiEnv(options: InstallationOptions, bootstrap: Bootstrap): Record<string, string> {
  const { port, host = '0.0.0.0', basepath = '', env, onDemand } = options;
  const passwords = Object.fromEntries(
    ['VODKEEP_PASSWORD', 'VODKEEP_PASSWORD_FILE'].flatMap((name) => {
      const value = env?.[name] ?? process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const webDir = env?.['VODKEEP_WEB_DIR'] ?? process.env['VODKEEP_WEB_DIR'] ?? join(repositoryRoot(), 'dist/web');
  const pageSettings = Object.fromEntries(
    Object.entries({ ...process.env, ...env }).filter(
      (entry): entry is [string, string] => PAGE_SETTING.test(entry[0]) && entry[1] !== undefined,
    ),
  );
  return {
    ...pageSettings,
    ...passwords,
    VODKEEP_PG_URL: bootstrap.pgUrl,
    VODKEEP_PORT: String(port),
    VODKEEP_HOST: host,
    VODKEEP_BASEPATH: basepath,
    VODKEEP_WEB_DIR: webDir,
    VODKEEP_ON_DEMAND: onDemand?.workers.join(',') ?? '',
    VODKEEP_ISOLATED_RECORDERS: String(isolatedRecorders(options)),
    ...(bootstrap.databaseDir === null ? {} : { VODKEEP_DATABASE_DIR: bootstrap.databaseDir }),
    ...(bootstrap.messagesDir === null ? {} : { VODKEEP_MESSAGES_DIR: bootstrap.messagesDir }),
  };
}
