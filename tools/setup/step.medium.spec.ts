import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { until } from '../supervisor/until.fixture.js';

let dir: ReturnType<typeof tempDir>;
beforeEach(() => {
  dir = tempDir('step');
});
afterEach(() => {
  dir.remove();
});

const pidOf = (name: string): number => {
  const file = join(dir.path, name);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
};
/** A process that has ended but was not collected has an empty command line. */
const runs = (pid: number): boolean =>
  existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';

it('ends all steps that run beside each other when set-up ends', async () => {
  const code = `
    import { step } from '${join(import.meta.dirname, 'step.mjs')}';
    const run = (name) => step({ what: name, file: 'sh', args: ['-c', 'echo $$ > ' + name + '; exec sleep 600'], cwd: '${dir.path}' });
    await Promise.all([run('one'), run('two')]);
  `;
  const setUp = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
  const ended = once(setUp, 'exit');
  await until(() => pidOf('one') > 0 && pidOf('two') > 0);
  const steps = [pidOf('one'), pidOf('two')];
  setUp.kill('SIGTERM');
  expect(await ended).toEqual([130, null]);
  await until(() => !steps.some(runs));
});
