import { join } from 'node:path';
import type { ServicePlan } from './child-plan.js';
import type { DataFolder } from './data-folder.js';
import type { Ground } from './ground.js';
import type { ExtraService, HouseOptions } from './house-options.js';
import { repositoryRoot } from './root.js';
import { servicePlan } from './service-plan.js';

/** Longest drain of each: a recorder hands its captures over (20 s), a converter gives its job back. */
const STOP_LIMIT_MS = { api: 10_000, recorder: 25_000, converter: 15_000, exporter: 15_000 } as const;
type Service = keyof typeof STOP_LIMIT_MS;
const TITLES: Readonly<Record<Service, string>> = { api: 'api', recorder: 'recorder', converter: 'converter', exporter: 'exporter' };

/** The four services in the order of their start; api first, since it brings the database up to date. */
export function servicePlans(options: HouseOptions, folder: DataFolder, ground: Ground): ServicePlan[] {
  const env = commonEnv(options, folder, ground);
  if (options.services !== undefined) return options.services.map((extra) => extraPlan(extra, { ...env, VODKEEP_PG_URL: ground.pgUrl }));
  const recorders = Array.from({ length: options.recorders ?? 1 }, (_, n) => plan('recorder', `recorder-${String(n)}`, { ...env, VODKEEP_RECORDER_NAME: `${env['VODKEEP_NODE'] ?? folder.node}/${String(n)}` }));
  return [plan('api', 'api', { ...env, ...apiEnv(options, ground) }), ...recorders, plan('converter', 'converter', env), plan('exporter', 'exporter', env)];
}

/** A service of the caller's, with the settings that every service has. */
export function extraPlan({ name, title, file, args, env = {}, onReady }: ExtraService, common: NodeJS.ProcessEnv): ServicePlan {
  return servicePlan({ name, title, file, ...(args === undefined ? {} : { args }), ...(onReady === undefined ? {} : { onReady }), env: { ...common, ...env }, stopLimitMs: 10_000 });
}

const plan = (service: Service, name: string, env: NodeJS.ProcessEnv): ServicePlan =>
  servicePlan({ name, title: name === service ? TITLES[service] : `${TITLES[service]} ${name.slice(service.length + 1)}`, file: join(repositoryRoot(), `dist/apps/${service}/src/main.js`), env, stopLimitMs: STOP_LIMIT_MS[service] });

function commonEnv(options: HouseOptions, folder: DataFolder, ground: Ground): NodeJS.ProcessEnv {
  const { VODKEEP_PG_URL: _pg, VODKEEP_PG_URL_FILE: _pgFile, VODKEEP_PASSWORD: _password, VODKEEP_PASSWORD_FILE: _passwordFile, ...inherited } = process.env;
  const keyring = process.env['VODKEEP_KEYRING'] ?? process.env['VODKEEP_KEYRING_FILE'];
  return {
    ...inherited, VODKEEP_NODE: process.env['VODKEEP_NODE'] ?? folder.node, VODKEEP_DATA: folder.dir, VODKEEP_SPOOL_DIR: process.env['VODKEEP_SPOOL_DIR'] ?? folder.spoolDir,
    ...(keyring === undefined ? { VODKEEP_KEYRING_FILE: folder.keyringFile } : {}), ...ground.env, ...options.env,
  };
}

function apiEnv({ port, host = '0.0.0.0', basepath = '', env }: HouseOptions, ground: Ground): Record<string, string> {
  const passwords = Object.fromEntries(['VODKEEP_PASSWORD', 'VODKEEP_PASSWORD_FILE'].flatMap((name) => {
    const value = env?.[name] ?? process.env[name];
    return value === undefined ? [] : [[name, value]];
  }));
  const webDir = env?.['VODKEEP_WEB_DIR'] ?? process.env['VODKEEP_WEB_DIR'] ?? join(repositoryRoot(), 'dist/web');
  return { ...passwords, VODKEEP_PG_URL: ground.pgUrl, VODKEEP_PORT: String(port), VODKEEP_HOST: host, VODKEEP_BASEPATH: basepath, VODKEEP_WEB_DIR: webDir };
}
