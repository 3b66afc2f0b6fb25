import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import type { ServicePlan } from './child-plan.js';
import { KeptChild } from './kept-child.js';
import { servicePlan } from './service-plan.js';

let dir: ReturnType<typeof tempDir>;
let said: string[];
beforeEach(() => {
  dir = tempDir('kept-child');
  said = [];
  for (const folder of ['run', 'log']) mkdirSync(join(dir.path, folder));
});
afterEach(() => {
  dir.remove();
});

function keep(script: string, plan: Partial<ServicePlan> = {}): KeptChild {
  const file = join(dir.path, 'stand-in.mjs');
  writeFileSync(file, script);
  const around = { runDir: join(dir.path, 'run'), logDir: join(dir.path, 'log'), onFatal: () => undefined };
  return new KeptChild(
    { ...servicePlan({ name: 'api', title: 'api', file, env: process.env, stopLimitMs: 1000 }), ...plan },
    { ...around, say: (line) => said.push(line) },
  );
}

it('gives up on a child that is never ready, and names its log each time', async () => {
  const child = keep('console.error("waiting for the bus"); setInterval(() => undefined, 1000);', {
    readyLimitMs: 1000,
  });
  const log = `Its log: ${join(dir.path, 'log/api.log')}`;
  await expect(child.start()).rejects.toThrow(
    `api can't start: not ready after 1 s; its last line: waiting for the bus. ${log}`,
  );
  expect(said).toHaveLength(3);
  for (const line of said) expect(line).toMatch(/^api ended \(SIGKILL: not ready after 1 s; .*starting it again/);
  for (const line of said) expect(line).toContain(log);
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
  const file = join(dir.path, 'stand-in.mjs');
  const script = `
    process.send({ progress: 'encoding: 0 %' });
    process.send({ progress: 'encoding: 20 %' });
    process.send({ ready: true });
    process.on('SIGTERM', () => process.exit(0));
    setInterval(() => undefined, 1000);`;
  const onProgress = (text: string): void => void progress.push(text);
  const child = keep(
    script,
    servicePlan({ name: 'api', title: 'api', file, env: process.env, stopLimitMs: 1000, onProgress }),
  );
  await child.start();
  await child.stop();
  expect(progress).toEqual(['encoding: 0 %', 'encoding: 20 %']);
});
