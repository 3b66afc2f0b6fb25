import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { processMark, FileLock } from './file-lock.mjs';

let dir: ReturnType<typeof tempDir>;
beforeEach(() => {
  dir = tempDir('file-lock');
});
afterEach(() => {
  dir.remove();
});
const markOfDeadProcess = async (): Promise<string> => {
  const child = spawn('sleep', ['60']);
  const mark = processMark(child.pid ?? 0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return mark;
};
const inFolder = (): string[] => readdirSync(dir.path).sort();

describe('the lock of a set-up', () => {
  it('is held by one, and can be taken by another after its release', () => {
    const [first, second] = [new FileLock(dir.path), new FileLock(dir.path)];
    expect([first.take(), second.take()]).toEqual([true, false]);
    first.release();
    expect([second.take(), first.take()]).toEqual([true, false]);
    expect(inFolder()).toEqual(['setup.lock.2']);
  });

  it('passes to one of two waiters if its holder was killed', async () => {
    writeFileSync(join(dir.path, 'setup.lock.7'), await markOfDeadProcess());
    const waiters = [new FileLock(dir.path), new FileLock(dir.path)];
    expect(waiters.map((w) => w.take())).toEqual([true, false]);
    expect(waiters.map((w) => w.take())).toEqual([false, false]);
  });

  it('is not held by another process with the pid of the dead holder', () => {
    const [pid, , boot] = processMark(process.pid).split(' ');
    writeFileSync(join(dir.path, 'setup.lock.1'), [pid, '1', boot].join(' '));
    expect(new FileLock(dir.path).take()).toBe(true);
  });

  it('is not released for its new holder by a second release of the old one', () => {
    const [first, second] = [new FileLock(dir.path), new FileLock(dir.path)];
    first.take();
    first.release();
    second.take();
    first.release();
    expect(new FileLock(dir.path).take()).toBe(false);
  });
});
