import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { until } from '../supervisor/until.fixture.js';
import { ROOT } from './paths.mjs';

/** Records its parent and its signals, and exits when the file `end` exists. */
const PROGRAM = `
import { appendFileSync, existsSync } from 'node:fs';
const write = (line) => appendFileSync('events', line + '\\n');
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => write(signal));
write('parent ' + process.ppid + ' arguments ' + process.argv.slice(2).join(' '));
setInterval(() => {
  if (!existsSync('program.mjs')) process.exit(1);
  if (existsSync('end')) { write('ended'); process.exit(0); }
}, 20);
`;

let dir: ReturnType<typeof tempDir>;
const at = (name: string): string => join(dir.path, name);

beforeEach(() => {
  dir = tempDir('run-script');
  for (const folder of ['tools/setup', 'node_modules/.bin']) mkdirSync(at(folder), { recursive: true });
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const start = scripts['start']?.replace(/\S+$/, 'program.mjs');
  writeFileSync(at('package.json'), JSON.stringify({ name: 'stand-in', version: '1.0.0', scripts: { start } }));
  cpSync(join(ROOT, 'tools/setup/run.sh'), at('tools/setup/run.sh'));
  writeFileSync(at('program.mjs'), PROGRAM);
  symlinkSync(process.execPath, at('node_modules/.bin/node'));
});
afterEach(() => {
  dir.remove();
});

/** Starts `npm start` with this script as set-up. Its program ends when the folder of the test is removed. */
function npmStart(setUp: string) {
  writeFileSync(at('tools/setup/run.mjs'), setUp);
  const npm = spawn('npm', ['start', '--', '--port', '9000'], { cwd: dir.path, stdio: 'ignore', detached: true });
  return { npm, exited: once(npm, 'exit') as Promise<[number | null, NodeJS.Signals | null]> };
}

const events = (): string[] =>
  existsSync(at('events')) ? readFileSync(at('events'), 'utf8').trim().split('\n').filter(Boolean) : [];

it('replaces set-up by the program, which is a child of npm and gets SIGTERM once', async () => {
  const { npm, exited } = npmStart('');
  await until(() => events().length > 0);
  expect(events()).toEqual([`parent ${String(npm.pid)} arguments --port 9000`]);
  npm.kill('SIGTERM');
  await until(() => events().length > 1);
  writeFileSync(at('end'), '');
  await exited;
  expect(events().slice(1)).toEqual(['SIGTERM', 'ended']);
});

it('waits for the program after a Ctrl-C in the terminal', async () => {
  const { npm, exited } = npmStart('');
  let hasExited = false;
  void exited.then(() => (hasExited = true));
  await until(() => events().length > 0);
  process.kill(-(npm.pid ?? 0), 'SIGINT'); // the terminal sends it to all processes in the foreground
  await until(() => events().includes('SIGINT'));
  expect(hasExited).toBe(false);
  writeFileSync(at('end'), '');
  await exited;
  expect(events().at(-1)).toBe('ended');
});

it('sends SIGTERM to the program if npm is killed', async () => {
  const { npm } = npmStart('');
  await until(() => events().length > 0);
  npm.kill('SIGKILL');
  await until(() => events().includes('SIGTERM'));
  writeFileSync(at('end'), '');
  await until(() => events().includes('ended'));
});

it('exits with the code of a failed set-up', async () => {
  const { exited } = npmStart('process.exitCode = 3;');
  expect(await exited).toEqual([3, null]);
  expect(events()).toEqual([]);
});

it('stops set-up if npm gets SIGTERM', async () => {
  const { npm, exited } = npmStart(`
    import { appendFileSync } from 'node:fs';
    process.on('SIGTERM', () => { appendFileSync('events', 'set-up SIGTERM\\n'); process.exit(130); });
    setInterval(() => undefined, 1000);
    appendFileSync('events', 'set-up runs\\n');
  `);
  await until(() => events().length > 0);
  npm.kill('SIGTERM');
  await exited;
  await until(() => events().length > 1);
  expect(events()).toEqual(['set-up runs', 'set-up SIGTERM']);
});
