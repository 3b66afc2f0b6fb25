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
  /** The database `postgres`; tests use {@link freshDatabase} instead. */
  readonly url: string;
  readonly pid: () => number | undefined;
  /** SIGKILL */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A server that specs share, so it cannot be killed. `stop` ends it only if it belongs to this spec alone. */
export type PostgresOfRun = Pick<TestPostgres, 'url' | 'stop'>;

const PASSWORD = 'test';
/** Set by tools/jest/postgres-of-run.cjs: the server that all medium specs of this run may use. */
const OF_RUN = 'VODKEEP_TEST_POSTGRES';

/**
 * Starts a separate PostgreSQL, set up as by the supervisor (under another user if this process runs as root), without
 * fsync, since it need not survive a crash of the machine.
 * @param more additional settings, as `name=value`
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
      // Immediate shutdown: none of its data is retained.
      await server.kill('SIGQUIT');
      dir.remove();
    },
  };
}

/**
 * Returns a server for a spec that neither kills it nor checks other databases: the server of the whole run, since a
 * start takes longer than most specs, or a separate one if jest started none. Create a database with {@link
 * freshDatabase} and drop it afterwards.
 */
export async function postgresOfRun(): Promise<PostgresOfRun> {
  const url = process.env[OF_RUN];
  return url === undefined ? startPostgres() : { url, stop: () => Promise.resolve() };
}

/**
 * Creates a database on the server of `url`.
 * @param template the database to copy, which must have no connections; default: empty
 * @returns its URL
 */
export async function freshDatabase(url: string, template = 'template1'): Promise<string> {
  const name = `t${randomBytes(6).toString('hex')}`;
  // Copies the files; by default PostgreSQL logs every page, which takes more than twice the CPU.
  await query(url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const fresh = new URL(url);
  fresh.pathname = `/${name}`;
  return fresh.href;
}

/** Drops a database of {@link freshDatabase} and closes its connections. */
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
 * Creates a cluster by copying one that `initdb` created once on this machine: a hundred specs need one each, and
 * initdb takes longer than most of them.
 * @param dir target folder; its parent exists
 * @throws OutsideError `postgres-template`: the template cannot be copied
 */
async function freshCluster(dir: string, password: string): Promise<Cluster> {
  const template = templateDir();
  if (!existsSync(template)) await saveTemplate(await prepareCluster(dir, password), template);
  else await copy(template, dir);
  return prepareCluster(dir, password);
}

/** The template depends on the build of PostgreSQL and on the user. */
function templateDir(): string {
  const { mtimeMs } = statSync(join(postgresBinaries(), 'postgres'));
  const user = String(process.getuid?.() ?? 0);
  return join(repositoryRoot(), '.cache/postgres', `${POSTGRES_MAJOR}-${user}-${mtimeMs.toFixed(0)}`);
}

/** If two processes save a template at once, the second one discards its copy. */
async function saveTemplate({ dir }: Cluster, template: string): Promise<void> {
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

/** Copies owners and modes too, which PostgreSQL checks. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', '--reflink=auto', from, to]).catch((cause: unknown) => {
    throw new OutsideError(untranslated('postgres-template', `${from} can't be copied to ${to}. Is the disk full?`), {
      cause,
    });
  });
}
