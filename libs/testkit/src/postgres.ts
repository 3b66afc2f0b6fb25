import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { POSTGRES_USER } from '../../../tools/supervisor/postgres/cluster.js';
import { freePort } from './free-port.js';
import { freshCluster } from './postgres-template.js';
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

const PASSWORD = 'test';

/**
 * A PostgreSQL of its own, as the supervisor sets it up (another user when we are root), without fsync: it need not
 * outlive the machine.
 */
export async function startPostgres(): Promise<TestPostgres> {
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

/** Makes an empty database beside that of `url`. @returns its url */
export async function freshDatabase(url: string): Promise<string> {
  const name = `t${randomBytes(6).toString('hex')}`;
  await query(url, `CREATE DATABASE ${name}`);
  const fresh = new URL(url);
  fresh.pathname = `/${name}`;
  return fresh.href;
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
