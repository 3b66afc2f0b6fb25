import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectBus } from '#libs/bus';
import { convertJob } from '#libs/contracts';
import { tempDir } from '#libs/testkit';
import { startInstallation, type Installation } from './installation.js';
import { freePort } from './ports.js';
import { SOURCE_FLAGS } from '../testrun/source-flags.mjs';
import { until } from './until.fixture.js';

const QUIET_MS = 500;

let dir: ReturnType<typeof tempDir>;
let installation: Installation;
beforeAll(async () => {
  dir = tempDir('on-demand');
  const service = (name: string) => ({
    name,
    title: name,
    file: join(import.meta.dirname, 'on-demand.fixture.ts'),
    env: { DIR: dir.path, ROLE: name, NODE_OPTIONS: SOURCE_FLAGS.join(' ') },
  });
  installation = await startInstallation({
    dataDir: join(dir.path, 'data'),
    port: await freePort(),
    host: '127.0.0.1',
    // The fake services use no database.
    external: { pgUrl: 'postgres://127.0.0.1:1/none' },
    services: [service('api'), service('converter')],
    onDemand: { workers: ['converter'], quietMs: QUIET_MS },
  });
});
afterAll(async () => {
  await installation.stop();
  dir.remove();
});

const converter = (): number | null => installation.pids()['converter'] ?? null;
function notes(): string[] {
  const file = join(dir.path, 'notes');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}
const count = (note: string): number => notes().filter((line) => line === note).length;
const allow = (jobName: string): void => {
  writeFileSync(join(dir.path, `allowed-${jobName}`), '');
};

async function queue(jobName: string): Promise<void> {
  const bus = await connectBus({
    servers: installation.env['VODKEEP_NATS_URL'] ?? '',
    token: installation.env['VODKEEP_NATS_TOKEN'] ?? null,
    name: 'spec',
  });
  const input = {
    vodUuid: crypto.randomUUID(),
    container: 'mp4',
    basename: 'harbour',
    timelineKey: 'timeline',
  } as const;
  await bus.publish(convertJob.command, { jobName, attempt: jobName, input }, { msgId: jobName });
  await bus.close();
}

/** Waits until the api has sent this report for longer than the quiet period. */
async function passQuietPeriod(report: string): Promise<void> {
  const before = count(report);
  const began = performance.now();
  await until(() => count(report) > before + 1 && performance.now() - began > QUIET_MS);
}

it('starts the converter for a job, lets it run while it works, and stops it after the last job', async () => {
  await until(() => count('reported ') > 1);
  expect(converter()).toBeNull();

  await queue('first');
  await until(() => count('began first') === 1);
  await passQuietPeriod('reported converter');
  expect(converter()).not.toBeNull();
  allow('first');
  await until(() => converter() === null);
  expect(count('ended first')).toBe(1);

  await queue('second');
  allow('second');
  await until(() => count('ended second') === 1);
});

it('restarts a converter that is killed during a job, and its job is delivered again', async () => {
  await queue('struck');
  await until(() => count('began struck') === 1);
  const killedPid = converter();
  installation.kill('converter', 'SIGKILL');
  await until(() => count('began struck') === 2);
  expect(converter()).not.toBe(killedPid);
  allow('struck');
  await until(() => converter() === null);
  expect(count('ended struck')).toBe(1);
});

it('starts a converter for a job that the previous one returned when it was stopped', async () => {
  await queue('late');
  await until(() => count('began late') === 1);
  const outdated = join(dir.path, 'outdated');
  writeFileSync(outdated, '');
  await until(() => converter() === null);
  rmSync(outdated);
  await until(() => count('began late') === 2);
  allow('late');
  await until(() => converter() === null);
  expect(count('ended late')).toBe(1);
});

it('starts and stops no converter while the api is down', async () => {
  await queue('waiting');
  await until(() => count('began waiting') === 1);
  installation.kill('api', 'SIGKILL', { stayDown: true });
  await until(() => installation.pids()['api'] === null);
  allow('waiting');
  await until(() => count('ended waiting') === 1);
  const reports = notes().filter((line) => line.startsWith('reported')).length;
  expect(converter()).not.toBeNull();
  await installation.restart('api');
  await until(() => converter() === null);
  expect(notes().filter((line) => line.startsWith('reported')).length).toBeGreaterThan(reports);
});
