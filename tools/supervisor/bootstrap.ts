import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ThirdPartyPlan } from './child-plan.js';
import type { DataFolder } from './data-folder.js';
import { freeBytes, requireFirstStartSpace, spaceWarning, storeLimitBytes } from './disk-space.js';
import type { InstallationOptions } from './installation-options.js';
import { persistedText } from './persisted-text.js';
import { natsPlan } from './nats-child.js';
import { freePort } from './ports.js';
import { POSTGRES_MAJOR, prepareCluster } from './postgres/cluster.js';
import { postgresPlan, postgresUrl } from './postgres/postgres-child.js';
import { s3Plan } from './s3-child.js';

/** The third-party programs that the services need, and the variables by which the services find them. */
export interface Bootstrap {
  readonly plans: readonly ThirdPartyPlan[];
  /** for every service */
  readonly env: Readonly<Record<string, string>>;
  /** for the api only */
  readonly pgUrl: string;
  /** folders whose disks must not fill; null: the program runs elsewhere */
  readonly databaseDir: string | null;
  readonly messagesDir: string | null;
}

const databaseDirOf = (dir: string): string => join(dir, `postgres-${POSTGRES_MAJOR}`);
const messagesDirOf = (dir: string): string => join(dir, 'nats');
const secret = (): string => randomBytes(24).toString('base64url');

/**
 * Prepares database, messaging and storage. Starts nothing.
 * @throws UserError, OutsideError: when a part cannot be prepared; the message names the remedy
 */
export async function prepareBootstrap(options: InstallationOptions, folder: DataFolder): Promise<Bootstrap> {
  const path = process.env['PATH'] ?? '';
  const postgres = await preparePostgres(options, folder);
  const nats = await prepareNats(options, folder, path);
  const storage = await prepareStorage(options, folder, path);
  return {
    plans: [...postgres.plans, ...nats.plans, ...storage.plans],
    env: { ...nats.env, ...storage.env },
    pgUrl: postgres.url,
    databaseDir: options.external?.pgUrl === undefined ? databaseDirOf(folder.dir) : null,
    messagesDir: options.external?.natsUrl === undefined ? messagesDirOf(folder.dir) : null,
  };
}

/**
 * A disk that is too small would stop the first start half-way.
 * @throws UserError `disk-too-small`
 */
export function requireSpace({ external }: InstallationOptions, { dir }: DataFolder): void {
  const isFirst = !existsSync(databaseDirOf(dir)) && !existsSync(messagesDirOf(dir));
  if (isFirst && external?.pgUrl === undefined && external?.natsUrl === undefined)
    requireFirstStartSpace(dir, freeBytes(dir));
}

async function preparePostgres(
  { external, moveDamagedDatabase = false, say = () => undefined }: InstallationOptions,
  { dir }: DataFolder,
): Promise<{ plans: ThirdPartyPlan[]; url: string }> {
  if (external?.pgUrl !== undefined) return { plans: [], url: external.pgUrl };
  const password = persistedText(join(dir, 'postgres.secret'), secret);
  const cluster = await prepareCluster(databaseDirOf(dir), password, { moveDamagedDatabase, say });
  const port = await freePort();
  return { plans: [postgresPlan(cluster, port, password)], url: postgresUrl(port, password) };
}

async function prepareNats(
  { external, say = () => undefined }: InstallationOptions,
  folder: DataFolder,
  path: string,
): Promise<{ plans: ThirdPartyPlan[]; env: Record<string, string> }> {
  if (external?.natsUrl !== undefined) return { plans: [], env: { VODKEEP_NATS_URL: external.natsUrl } };
  const port = await freePort();
  const token = secret();
  const free = freeBytes(folder.dir);
  const warning = spaceWarning(folder.dir, free);
  if (warning !== null) say(warning);
  const plan = natsPlan(
    {
      port,
      token,
      storeDir: messagesDirOf(folder.dir),
      configFile: join(folder.runDir, 'nats.conf'),
      storeLimitBytes: storeLimitBytes(free),
    },
    path,
  );
  return { plans: [plan], env: { VODKEEP_NATS_URL: `nats://127.0.0.1:${String(port)}`, VODKEEP_NATS_TOKEN: token } };
}

async function prepareStorage(
  { storage = 'file', external }: InstallationOptions,
  folder: DataFolder,
  path: string,
): Promise<{ plans: ThirdPartyPlan[]; env: Record<string, string> }> {
  if (storage === 'file') return { plans: [], env: { VODKEEP_STORAGE: 'file', VODKEEP_STORAGE_DIR: folder.mediaDir } };
  if (external?.s3 === true) return { plans: [], env: { VODKEEP_STORAGE: 's3' } };
  const port = await freePort();
  const settings = {
    port,
    rootDir: join(folder.dir, 's3'),
    bucket: 'vodkeep',
    accessKey: 'vodkeep',
    secretKey: secret(),
  };
  const env = {
    VODKEEP_STORAGE: 's3',
    VODKEEP_S3_ENDPOINT: `http://127.0.0.1:${String(port)}`,
    VODKEEP_S3_REGION: 'us-east-1',
    VODKEEP_S3_BUCKET: settings.bucket,
    VODKEEP_S3_ACCESS_KEY: settings.accessKey,
    VODKEEP_S3_SECRET_KEY: settings.secretKey,
  };
  return { plans: [s3Plan(settings, path)], env };
}
