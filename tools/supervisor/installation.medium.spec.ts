import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { startInstallation, type Installation } from './installation.js';
import type { InstallationOptions } from './installation-options.js';
import { freePort } from './ports.js';
import { SOURCE_FLAGS } from '../testrun/source-flags.mjs';
import { until } from './until.fixture.js';

jest.setTimeout(120_000);

/** Reports ready, drains on SIGTERM and at the end of stdin, and writes to a file how it ended. */
const STAND_IN = `
import { appendFileSync } from 'node:fs';
const end = (why) => () => { appendFileSync(process.env.NOTES, process.env.ROLE + ' ' + why + '\\n'); process.exit(0); };
process.on('SIGTERM', end('drained'));
process.stdin.on('end', end('orphaned')).resume();
if (process.env.REFUSES) { console.error(process.env.REFUSES); process.exit(78); }
process.send({ ready: true, port: 1 });
if (process.env.REQUESTS_STOP) process.send({ stopInstallation: true });
setInterval(() => undefined, 1000);
`;

let dir: string;
let installations: Installation[];
let lines: string[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'vodkeep-installation-'));
  writeFileSync(join(dir, 'stand-in.mjs'), STAND_IN);
  installations = [];
  lines = [];
});

afterEach(async () => {
  for (const installation of installations) await installation.stop();
  rmSync(dir, { recursive: true, force: true });
});

const service = (name: string, env: Record<string, string> = {}) => ({
  name,
  title: name,
  file: join(dir, 'stand-in.mjs'),
  env: { NOTES: join(dir, 'notes'), ROLE: name, ...env },
});

async function open(options: Partial<InstallationOptions> = {}): Promise<Installation> {
  const services = ['api', 'recorder-0', 'converter', 'exporter'].map((name) => service(name));
  const installation = await startInstallation({
    dataDir: join(dir, 'data'),
    port: await freePort(),
    host: '127.0.0.1',
    services,
    say: (line) => {
      lines.push(line);
    },
    ...options,
  });
  installations.push(installation);
  return installation;
}

async function query(installation: Installation, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: installation.env['VODKEEP_PG_URL'] });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}

describe('an installation', () => {
  it('retains the database across a kill of PostgreSQL and a second start', async () => {
    const installation = await open();
    await query(installation, 'CREATE TABLE t AS SELECT 7 AS x');
    installation.kill('postgres', 'SIGKILL', { stayDown: true });
    await until(() => installation.pids()['postgres'] === null);
    await installation.restart('postgres');
    expect(await query(installation, 'SELECT x FROM t')).toEqual([{ x: 7 }]);
    await installation.stop();
    const again = await open();
    expect(await query(again, 'SELECT x FROM t')).toEqual([{ x: 7 }]);
  });

  it('resolves a restart that another one overtakes', async () => {
    const installation = await open();
    const before = installation.pids()['nats'];
    await Promise.all([installation.restart('nats'), installation.restart('nats')]);
    expect([null, before]).not.toContain(installation.pids()['nats']);
  });

  it('restarts a killed child, and reports it', async () => {
    const installation = await open();
    const before = installation.pids()['nats'];
    installation.kill('nats', 'SIGKILL');
    await until(() => lines.some((line) => line.startsWith('nats-server is back')));
    expect(installation.pids()['nats']).not.toBe(before);
    expect(lines).toContainEqual(expect.stringContaining('nats-server ended (SIGKILL'));
  });

  it('passes on the stop request of a service', async () => {
    const stopRequested = Promise.withResolvers<null>();
    const installation = await open({
      services: [service('api', { REQUESTS_STOP: '1' })],
      onStopRequested: () => {
        stopRequested.resolve(null);
      },
    });
    await stopRequested.promise;
    await installation.stop();
    expect(readFileSync(join(dir, 'notes'), 'utf8').trim()).toBe('api drained');
  });

  it('drains recorder, exporter, converter and api in that order', async () => {
    const installation = await open();
    await installation.stop();
    expect(readFileSync(join(dir, 'notes'), 'utf8').trim().split('\n')).toEqual([
      'recorder-0 drained',
      'exporter drained',
      'converter drained',
      'api drained',
    ]);
  });

  it('refuses a second installation on the same data folder', async () => {
    await open();
    await expect(open()).rejects.toThrow(/already runs on .*\(process \d+\)/);
  });

  it('names the remedy if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(open({ port })).rejects.toThrow(/in use.*npm start -- --port/);
    other.close();
  });

  it('names the remedy if the data folder cannot be created', async () => {
    await expect(open({ dataDir: join(dir, 'stand-in.mjs', 'data') })).rejects.toThrow(/can't be written.*--data DIR/);
  });

  it('refuses a database of another PostgreSQL version', async () => {
    const cluster = join(dir, 'data/postgres-18');
    mkdirSync(cluster, { recursive: true });
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
    await expect(open()).rejects.toThrow(/of PostgreSQL 17, this Vodkeep uses 18/);
  });

  it('fails with the reason of a service that refuses to start, without a retry', async () => {
    await expect(
      open({ services: [service('api', { REFUSES: 'The database is newer than this Vodkeep' })] }),
    ).rejects.toThrow('The database is newer than this Vodkeep');
    expect(lines.filter((line) => line.includes('starting it again'))).toEqual([]);
  });

  it('leaves no process behind if its supervisor is killed', async () => {
    const services = ['api', 'recorder-0', 'converter', 'exporter'].map((name) => service(name));
    const stopRequested = JSON.stringify({ dataDir: join(dir, 'data'), port: await freePort(), services });
    const supervisor = spawn(
      process.execPath,
      [...SOURCE_FLAGS, join(import.meta.dirname, 'killed-installation.fixture.ts'), stopRequested],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await Promise.race([
      once(supervisor.stdout, 'data'),
      once(supervisor, 'exit').then(() => ['{}']),
    ])) as [Buffer];
    const pids = Object.values(JSON.parse(line.toString()) as Record<string, number>);
    expect(pids).toHaveLength(6);
    supervisor.kill('SIGKILL');
    await until(() => !pids.some((pid) => existsSync(`/proc/${String(pid)}`)));
    expect(readFileSync(join(dir, 'notes'), 'utf8')).toContain('recorder-0 orphaned');
  });
});
