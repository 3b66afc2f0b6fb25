import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Lease } from '#libs/contracts';
import { Log } from '#libs/service-kit';
import { tempDir } from '#libs/testkit';
import { AbandonedSpools } from './abandoned-spools.js';

const OLD = 'old-container/0';
const FOLDER = 'old-container%2F0';
const MINUTE_S = 60;

let root: ReturnType<typeof tempDir>;
let holders: string[];
let stored: string[];
let spools: AbandonedSpools;
/** Lets `recover` return. */
let finish: () => void;

beforeEach(() => {
  root = tempDir('abandoned-spools');
  [holders, stored] = [[], []];
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  spools = new AbandonedSpools({
    root: root.path,
    recorder: 'new-container/0',
    leases: { all: async () => holders.map((recorder) => ({ key: 'v', value: { recorder } as Lease, revision: 1 })) },
    log: new Log({ service: 'recorder', node: 'n', pid: 1 }, 'test', () => undefined),
    recover: async (dir) => {
      stored.push(dir);
      await finished;
      for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true });
    },
  });
  mkdirSync(join(root.path, FOLDER));
  writeFileSync(join(root.path, FOLDER, 'key~1'), 'x');
  age(FOLDER);
});
afterEach(() => {
  root.remove();
});

/** Makes a file look a minute old. */
function age(file: string): void {
  const then = Date.now() / 1000 - MINUTE_S;
  utimesSync(join(root.path, file), then, then);
}
const check = (): Promise<void> => spools.check(new AbortController().signal);

describe('AbandonedSpools', () => {
  it('integrity-16 stores the spool of a recorder without a lease and without a mark, once, and removes its folder', async () => {
    writeFileSync(join(root.path, `${FOLDER}.alive`), '');
    age(`${FOLDER}.alive`);
    await check();
    await check();
    expect(stored).toEqual([join(root.path, FOLDER)]);
    finish();
    await spools.settled();
    expect(readdirSync(root.path)).toEqual(['new-container%2F0.alive']);
  });

  it.each([
    ['holds a lease', () => holders.push(OLD)],
    ['has set its mark just now', () => writeFileSync(join(root.path, `${FOLDER}.alive`), '')],
    ['sets no mark, but spools now', () => writeFileSync(join(root.path, FOLDER, 'key~2'), 'x')],
  ])('integrity-16 does not touch the spool of a recorder that %s', async (_, isAlive) => {
    isAlive();
    await check();
    finish();
    await spools.settled();
    expect([stored, existsSync(join(root.path, FOLDER, 'key~1'))]).toEqual([[], true]);
  });
});
