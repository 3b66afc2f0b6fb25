import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { OutsideError } from '#libs/errors';
import { tempDir } from '#libs/testkit';
import { MemoryBudget } from './memory-budget.js';
import { Spool } from './spool.js';
import { WriteQueue } from './write-queue.js';

const KIB = 1024;
const name = (n: number): string => `s/${String(n).padStart(2, '0')}.ts`;

/** Storage that is full until it is told otherwise. */
class FullStorage {
  isFull = false;
  readonly tried: string[] = [];
  readonly stored: string[] = [];
  onTried: () => void = () => undefined;
  readonly put = (key: string): Promise<never> => {
    this.tried.push(key);
    this.onTried();
    if (this.isFull) return Promise.reject(new OutsideError('storage-full', 'the disk is full: free some space'));
    this.stored.push(key);
    return Promise.resolve(undefined as never);
  };
  triedTimes(times: number): Promise<void> {
    return new Promise((resolve) => { this.onTried = () => { if (this.tried.length >= times) resolve(); }; });
  }
}

it('P32 storage is full: one alert, one put at a time, what is stored stays, and all goes on in order when space is back', async () => {
  const dir = tempDir('write-queue');
  const storage = new FullStorage();
  const alerts: string[] = [];
  const spool = new Spool({ dir: join(dir.path, 'spool'), maxBytes: 1000 * KIB, maxAgeMs: 60_000, now: () => 0 });
  const queue = new WriteQueue({ storage, spool, memory: new MemoryBudget(4 * KIB), mayWrite: () => Promise.resolve(true), onTrouble: (text) => { alerts.push(text); } });
  const add = (n: number): Promise<boolean> => queue.add({ key: name(n), contentType: 'video/mp2t', body: { bytes: Buffer.alloc(KIB, n), release: () => undefined } });
  const all = Array.from({ length: 40 }, (_, n) => name(n));

  await add(0);
  await queue.settled();
  storage.isFull = true;
  const tries = storage.triedTimes(4);
  for (let n = 1; n < 40; n += 1) expect(await add(n)).toBe(true);
  await tries;
  expect(new Set(storage.tried.slice(1))).toEqual(new Set([name(1)]));
  expect([alerts, storage.stored, queue.isAway]).toEqual([['the disk is full: free some space'], [name(0)], true]);
  expect(queue.spooled).toBe(35 * KIB);

  storage.isFull = false;
  await queue.settled();
  expect([storage.stored, queue.isAway, queue.spooled, spool.bytes]).toEqual([all, false, 0, 0]);
  expect(alerts).toHaveLength(1);
  dir.remove();
}, 15_000);
