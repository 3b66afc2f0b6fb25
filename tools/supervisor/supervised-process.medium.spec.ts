import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import type { ChildPlan } from './child-plan.js';
import { SupervisedProcess } from './supervised-process.js';
import { servicePlan } from './service-plan.js';

let dir: ReturnType<typeof tempDir>;
let lines: string[];
beforeEach(() => {
  dir = tempDir('kept-child');
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

function keep(script: string, onProgress?: (text: string) => void): SupervisedProcess {
  const file = join(dir.path, 'stand-in.mjs');
  writeFileSync(file, script);
  const source = { name: 'api', title: 'api', file, env: process.env, stopLimitMs: 1000 };
  return supervised(servicePlan({ ...source, ...(onProgress ? { onProgress } : {}) }));
}

it('gives up on a child that is never ready, and names its log each time', async () => {
  // A shell: Node may take longer than the second that this one has until it says anything at all.
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

it('gives up on a child whose pid can not be written down, and leaves no process', async () => {
  const child = keep('setInterval(() => undefined, 1000);');
  // A folder in the place of the pid file: it can't be written, as on a full disk.
  mkdirSync(join(dir.path, 'run/api.pid'));
  await expect(child.start()).rejects.toThrow(/api can't start: EISDIR/);
  expect(child.pid).toBeNull();
  expect(existsSync(join(dir.path, 'run/api.pid'))).toBe(true);
});

it('passes on what a child does before it is ready', async () => {
  const progress: string[] = [];
  const script = `
    process.send({ progress: 'encoding: 0 %' });
    process.send({ progress: 'encoding: 20 %' });
    process.send({ ready: true });
    process.on('SIGTERM', () => process.exit(0));
    setInterval(() => undefined, 1000);`;
  const child = keep(script, (text) => progress.push(text));
  await child.start();
  await child.stop();
  expect(progress).toEqual(['encoding: 0 %', 'encoding: 20 %']);
});
