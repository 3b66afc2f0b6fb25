import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from '@jest/globals';
import { freePort } from '#libs/testkit';
import { checkContainer } from './container-health.js';

/** Starts the service like tini does, and ends with it. */
const FIRST = `
import { spawn } from 'node:child_process';
const service = spawn(process.execPath, ['--input-type=module', '-e', process.argv[1]], { stdio: ['pipe', 'inherit', 'inherit'] });
process.stdin.pipe(service.stdin);
service.on('exit', (code, signal) => process.exit(signal === 'SIGKILL' ? 137 : code));`;
/** Answers, until it is told to block its event loop. */
const SERVICE = `
import { createServer } from 'node:http';
const server = createServer((_, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('data', () => { console.log('blocked'); for (;;); });`;

let first: ChildProcess | null = null;
afterEach(() => {
  if (first?.pid !== undefined) endGroup(first.pid);
  first = null;
});

/** Also ends the service, whose endless loop outlives the process that has started it. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (failed) {
    if ((failed as NodeJS.ErrnoException).code !== 'ESRCH') throw failed;
  }
}

it('integrity-13 a container whose service does not answer ends, and no other', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', FIRST, SERVICE], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  first = child;
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const url = `http://127.0.0.1:${(await lines.next()).value as string}/`;
  const check = (silentLimitMs?: number, at = url): Promise<boolean> =>
    checkContainer({ url: at, firstProcess: child.pid!, ...(silentLimitMs !== undefined && { silentLimitMs }) });
  expect(await check()).toBe(true);
  expect(await check(undefined, `http://127.0.0.1:${await freePort()}/`)).toBe(false);
  expect(await check()).toBe(true);
  child.stdin.write('block');
  expect((await lines.next()).value).toBe('blocked');
  const ended = once(child, 'exit');
  expect(await check(500)).toBe(false);
  expect((await ended)[0]).toBe(137);
});
