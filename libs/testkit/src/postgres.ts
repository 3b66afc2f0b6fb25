import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { OutsideError, untranslated } from '#libs/errors';
import { postgresBinaries } from '../../../tools/supervisor/postgres/binaries.js';
import {
  POSTGRES_USER,
  type Cluster,
  POSTGRES_MAJOR,
  prepareCluster,
} from '../../../tools/supervisor/postgres/cluster.js';
import { repositoryRoot } from '../../../tools/supervisor/root.js';
import { freePort } from '../../../tools/supervisor/ports.js';
import { ServerChild } from './server-child.js';
import { tempDir } from './temp-dir.js';

export interface TestPostgres {
  /** The database `postgres`; take {@link freshDatabase} for a test. */
  readonly url: string;
  readonly pid: () => number | undefined;
  /** kill -9 */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Shared with other specs: it can't be killed. `stop` ends it only where it is one of the spec's own. */
export type PostgresOfRun = Pick<TestPostgres, 'url' | 'stop'>;

const PASSWORD = 'test';
/** Set by tools/jest/postgres-of-run.cjs: the server that all medium specs of this run may use. */
const OF_RUN = 'VODKEEP_TEST_POSTGRES';

/**
 * A PostgreSQL of its own, as the supervisor sets it up (another user when we are root), without fsync: it need not
 * outlive the machine.
 * @param more settings of its own, as `name=value`
 */
export async function startPostgres(more: readonly string[] = []): Promise<TestPostgres> {
  const dir = tempDir('postgres');
  const cluster = await freshCluster(join(dir.path, 'cluster'), PASSWORD);
  const port = await freePort();
  const url = `postgres://${POSTGRES_USER}:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'shared_buffers=16MB',
    'timezone=UTC',
    'io_method=sync',
    ...more,
  ].flatMap((s) => ['-c', s]);
  const server = await ServerChild.start({
    ...cluster.runAs.wrap(join(cluster.binDir, 'postgres'), ['-D', cluster.dir, '-p', String(port), ...settings]),
    ready: async () => {
      await query(url, 'SELECT 1');
    },
  });
  return {
    url,
    pid: () => server.pid,
    kill: () => server.kill(),
    restart: () => server.restart(),
    stop: async () => {
      // At once: nothing of it is kept.
      await server.kill('SIGQUIT');
      dir.remove();
    },
  };
}

/**
 * A server for a spec that neither kills it nor checks other databases: the one of the whole run, since a start costs
 * more than most specs; one of its own where jest started none. Take {@link freshDatabase}, and give it back.
 */
export async function postgresOfRun(): Promise<PostgresOfRun> {
  const url = process.env[OF_RUN];
  return url === undefined ? startPostgres() : { url, stop: () => Promise.resolve() };
}

/**
 * Makes a database beside that of `url`.
 * @param template what it is a copy of, and nobody is connected to; none: it is empty
 * @returns its url
 */
export async function freshDatabase(url: string, template = 'template1'): Promise<string> {
  const name = `t${randomBytes(6).toString('hex')}`;
  await query(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const fresh = new URL(url);
  fresh.pathname = `/${name}`;
  return fresh.href;
}

/** Takes away what {@link freshDatabase} made, and ends who is connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  await query(admin.href, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const run = promisify(execFile);

/**
 * A fresh cluster, copied from one that `initdb` made once on this machine: a hundred specs take one each, and initdb
 * costs more than most of them.
 * @param dir where it is wanted; its parent exists
 * @throws OutsideError `postgres-template` - it can't be copied
 */
async function freshCluster(dir: string, password: string): Promise<Cluster> {
  const template = templateDir();
  if (!existsSync(template)) await keep(await prepareCluster(dir, password), template);
  else await copy(template, dir);
  return prepareCluster(dir, password);
}

/** Another build of PostgreSQL, or another user, has another one. */
function templateDir(): string {
  const { mtimeMs } = statSync(join(postgresBinaries(), 'postgres'));
  const user = String(process.getuid?.() ?? 0);
  return join(repositoryRoot(), '.cache/postgres', `${POSTGRES_MAJOR}-${user}-${mtimeMs.toFixed(0)}`);
}

/** Two that keep one at once: the second finds the place taken, and its copy goes. */
async function keep({ dir }: Cluster, template: string): Promise<void> {
  const draft = `${template}.${String(process.pid)}`;
  mkdirSync(join(template, '..'), { recursive: true });
  await copy(dir, draft);
  try {
    renameSync(draft, template);
  } catch (thrown) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(template))
      throw new OutsideError(untranslated('postgres-template', `${template} can't be made.`), { cause: thrown });
  }
}

/** With owners and modes, which Postgres checks. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', '--reflink=auto', from, to]).catch((cause: unknown) => {
    throw new OutsideError(untranslated('postgres-template', `${from} can't be copied to ${to}. Is the disk full?`), {
      cause,
    });
  });
}
