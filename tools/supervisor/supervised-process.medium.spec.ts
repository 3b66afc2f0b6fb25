import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import type { ChildPlan } from './child-plan.js';
import { SupervisedProcess } from './supervised-process.js';
import { servicePlan } from './service-plan.js';
import { until } from './until.fixture.js';

let dir: ReturnType<typeof tempDir>;
let lines: string[];
beforeEach(() => {
  dir = tempDir('supervised-process');
  lines = [];
  for (const folder of ['run', 'log']) mkdirSync(join(dir.path, folder));
});
afterEach(() => {
  dir.remove();
});

const supervised = (plan: ChildPlan): SupervisedProcess =>
  new SupervisedProcess(plan, {
    runDir: join(dir.path, 'run'),
    logDir: join(dir.path, 'log'),
    onFatal: () => undefined,
    say: (line) => lines.push(line),
  });

function superviseScript(script: string, more: Partial<Parameters<typeof servicePlan>[0]> = {}): SupervisedProcess {
  const file = join(dir.path, 'stand-in.mjs');
  writeFileSync(file, script);
  const source = { name: 'api', title: 'api', file, env: process.env, stopLimitMs: 1000 };
  return supervised(servicePlan({ ...source, ...more }));
}

it('gives up on a child that is never ready, and names its log each time', async () => {
  // A shell, because Node may take longer than the limit of one second to print anything.
  const child = supervised({
    kind: 'third-party',
    name: 'api',
    title: 'api',
    file: '/bin/sh',
    args: ['-c', 'echo waiting for the bus >&2; exec sleep 60'],
    stopSignal: 'TERM',
    env: process.env,
    readyLimitMs: 1000,
    stopLimitMs: 1000,
    ready: async (_, late) => {
      await once(late, 'abort');
    },
  });
  const log = `Its log: ${join(dir.path, 'log/api.log')}`;
  await expect(child.start()).rejects.toThrow(
    `api can't start: not ready after 1 s; its last line: waiting for the bus. ${log}`,
  );
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatch(/^api ended \(SIGKILL: not ready after 1 s; .*starting it again/);
  for (const line of lines) expect(line).toContain(log);
});

it('gives up on a child whose pid file cannot be written, and leaves no process', async () => {
  const child = superviseScript('setInterval(() => undefined, 1000);');
  // A folder in the place of the pid file: it can't be written, as on a full disk.
  mkdirSync(join(dir.path, 'run/api.pid'));
  await expect(child.start()).rejects.toThrow(/api can't start: EISDIR/);
  expect(child.pid).toBeNull();
  expect(existsSync(join(dir.path, 'run/api.pid'))).toBe(true);
});

it('passes on the progress of a child before it is ready', async () => {
  const progress: string[] = [];
  const script = `
    process.send({ progress: 'encoding: 0 %' });
    process.send({ progress: 'encoding: 20 %' });
    process.send({ ready: true });
    process.on('SIGTERM', () => process.exit(0));
    setInterval(() => undefined, 1000);`;
  const child = superviseScript(script, { onProgress: (text) => progress.push(text) });
  await child.start();
  await child.stop();
  expect(progress).toEqual(['encoding: 0 %', 'encoding: 20 %']);
});

it('integrity-13 ends and restarts a child whose event loop is blocked', async () => {
  const script = `
    process.on('SIGTERM', () => process.exit(0));
    process.on('SIGUSR2', () => {
      for (;;);
    });
    setInterval(() => process.send({ alive: true }), 100);
    process.send({ alive: true });
    process.send({ ready: true });`;
  const child = superviseScript(script, { silentLimitMs: 6000 });
  await child.start();
  const first = child.pid;
  child.kill('SIGUSR2');
  await until(() => lines.some((line) => line.startsWith('api is back')));
  expect(child.pid).not.toBe(first);
  expect(lines[0]).toBe('api ended (SIGKILL: it did not answer for 6 s); starting it again in 0.5 s');
  await child.stop();
});

it('integrity-13 leaves a child alone that sends no heartbeats, such as the simulator', async () => {
  const script = `
    process.send({ ready: true });
    process.on('SIGTERM', () => process.exit(0));
    setInterval(() => undefined, 1000);`;
  const child = superviseScript(script, { silentLimitMs: 150 });
  await child.start();
  const first = child.pid;
  const other = superviseScript(script, { name: 'other', silentLimitMs: 150 });
  await other.start();
  expect([child.pid, lines]).toEqual([first, []]);
  await Promise.all([child.stop(), other.stop()]);
});
