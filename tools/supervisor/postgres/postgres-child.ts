import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { ThirdPartyPlan } from '../child-plan.js';
import { POSTGRES_USER, type Cluster } from './cluster.js';

const DATABASE = 'vodkeep';

export const postgresUrl = (port: number, password: string, database = DATABASE): string =>
  `postgres://${POSTGRES_USER}:${password}@127.0.0.1:${String(port)}/${database}`;

/**
 * Small values on purpose: a single api writes a few rows per second. Every setting that protects data keeps
 * PostgreSQL's default (on).
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  max_logical_replication_workers: '0',
  log_min_messages: 'warning',
  log_timezone: 'UTC',
  timezone: 'UTC',
  io_method: 'sync',
};

/**
 * PostgreSQL on a loopback port. It is ready when the database `vodkeep` accepts connections. SIGINT is its fast
 * shutdown: it disconnects clients and loses no data.
 */
export function postgresPlan(cluster: Cluster, port: number, password: string): ThirdPartyPlan {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    kind: 'third-party',
    name: 'postgres',
    title: 'PostgreSQL',
    ...cluster.runAs.wrap(join(cluster.binDir, 'postgres'), ['-D', cluster.dir, '-p', String(port), ...settings]),
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stopSignal: 'INT',
    readyLimitMs: 120_000,
    stopLimitMs: 20_000,
    ready: async (_child, signal) => {
      await waitUntilReady(postgresUrl(port, password, 'postgres'), signal);
    },
  };
}

async function waitUntilReady(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    if (await hasDatabase(url)) return;
    await pause(100, null, { signal });
  }
}

/** Creates the database if it is missing. @returns false while the server does not accept connections yet */
async function hasDatabase(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
