import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { OutsideError, untranslated } from '#libs/errors';
import { english } from '#libs/messages';
import { tempDir } from '#libs/testkit';
import { MemoryBudget } from './memory-budget.js';
import { type SmallObject } from './small-object.js';
import { Spool } from './spool.js';
import { WriteQueue } from './write-queue.js';

const KIB = 1024;
const name = (n: number): string => `s/${String(n).padStart(2, '0')}.ts`;

/** Storage that is full until it is set otherwise. */
class FullStorage {
  isFull = false;
  readonly tried: string[] = [];
  readonly stored: string[] = [];
  onTried: () => void = () => undefined;
  put = (key: string): Promise<never> => {
    this.tried.push(key);
    this.onTried();
    if (this.isFull)
      return Promise.reject(new OutsideError(untranslated('storage-full', 'the disk is full: free some space')));
    this.stored.push(key);
    return Promise.resolve(undefined as never);
  };
  triedTimes(times: number): Promise<void> {
    return new Promise((resolve) => {
      this.onTried = () => {
        if (this.tried.length >= times) resolve();
      };
    });
  }
}

let dir: ReturnType<typeof tempDir>;
let storage: FullStorage;
let spool: Spool;
let alerts: string[];
let losses: unknown[];
let checkLease: () => Promise<unknown>;
let queue: WriteQueue;
const spoolDir = (): string => join(dir.path, 'spool');
const openSpool = (maxBytes = 1000 * KIB): Spool =>
  new Spool({ dir: spoolDir(), maxBytes, maxAgeMs: 60_000, now: () => 0 });
const openQueue = (more: { readonly silentMs?: number; readonly memory?: MemoryBudget } = {}): WriteQueue =>
  new WriteQueue({
    memory: new MemoryBudget(4 * KIB),
    ...more,
    storage,
    spool,
    checkLease: () => checkLease(),
    onFault: (fault) => {
      alerts.push(english(fault));
    },
    onLoss: (error) => {
      losses.push(error);
    },
  });

beforeEach(() => {
  dir = tempDir('write-queue');
  [storage, alerts, losses, checkLease] = [new FullStorage(), [], [], () => Promise.resolve()];
  spool = openSpool();
  queue = openQueue();
});
afterEach(() => {
  dir.remove();
});

const add = (
  n: number,
  more: {
    readonly then?: () => readonly SmallObject[];
    readonly lost?: () => readonly SmallObject[];
    readonly needs?: readonly SmallObject[];
  } = {},
): Promise<boolean> =>
  queue.add({ key: name(n), body: { bytes: Buffer.alloc(KIB, n), release: () => undefined }, ...more });
const names = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, i) => name(from + i));
/** Storage takes number 0, is full from then on, and 1 to `to` wait in the spool once it has refused two puts. */
async function fill(to: number): Promise<void> {
  await add(0);
  await queue.settled();
  storage.isFull = true;
  const tried = storage.triedTimes(storage.tried.length + 3);
  for (let n = 1; n <= to; n += 1) expect(await add(n)).toBe(true);
  await tried;
}

it('P32 storage is full: one alert, one put at a time, what is stored stays, and all goes on in order when space is back', async () => {
  await fill(39);
  expect(new Set(storage.tried.slice(1))).toEqual(new Set([name(1)]));
  expect([alerts, storage.stored, queue.isAway]).toEqual([['the disk is full: free some space'], [name(0)], true]);
  expect(queue.spooled).toBe(39 * KIB);

  storage.isFull = false;
  await queue.settled();
  expect([storage.stored, queue.isAway, queue.spooled, spool.bytes]).toEqual([names(0, 39), false, 0, 0]);
  expect([alerts.length, losses]).toEqual([1, []]);
});

const keysInSpool = (): string[] =>
  openSpool()
    .leftOvers()
    .map(({ key }) => key);

it('integrity-15 has every body on the disk from the second refused put, with what players need for it', async () => {
  const needs = [{ key: 'i/1.init', body: Buffer.from('init') }];
  let released = 0;
  await add(0);
  await queue.settled();
  storage.isFull = true;
  const tried = storage.triedTimes(storage.tried.length + 3);
  for (const n of [1, 2, 3])
    await queue.add({ key: name(n), body: { bytes: Buffer.alloc(KIB, n), release: () => (released += 1) }, needs });
  expect([keysInSpool(), queue.isAway]).toEqual([[], false]);
  await tried;
  expect([keysInSpool(), queue.isAway]).toEqual([['i/1.init', ...names(1, 3)], true]);
  // The put of the first one may still read from its body.
  expect(released).toBe(2);
  expect([await add(4), keysInSpool().at(-1)]).toEqual([true, name(4)]);

  storage.isFull = false;
  await queue.settled();
  expect([storage.stored, released, spool.bytes, readdirSync(spoolDir()), losses]).toEqual([names(0, 4), 3, 0, [], []]);
});

it('integrity-15 has every body on the disk when a put stays without an answer', async () => {
  const answer = Promise.withResolvers<never>();
  storage.put = () => answer.promise;
  queue = openQueue({ silentMs: 0 });
  const written = new Promise<void>((resolve) => {
    const write = spool.write.bind(spool);
    spool.write = async (...args) => {
      const file = await write(...args);
      if (args[0] === name(2)) resolve();
      return file;
    };
  });
  await add(1);
  await add(2);
  await written;
  expect([keysInSpool(), alerts, queue.isAway]).toEqual([names(1, 2), ['Object storage does not answer.'], true]);
  answer.resolve(undefined as never);
  await queue.settled();
  expect([spool.bytes, readdirSync(spoolDir()), queue.isAway]).toEqual([0, [], false]);
});

it('leaves all in the spool when it is given up while storage is away, what was in memory and the pages too', async () => {
  await fill(8);
  queue.writePages(() => [{ key: 'j/0.ndjson', body: 'page\n' }]);
  queue.giveUp();
  await queue.settled();
  expect(await add(9)).toBe(true);
  await queue.settled();
  expect(
    openSpool()
      .leftOvers()
      .map(({ key }) => key),
  ).toEqual(['j/0.ndjson', ...names(1, 9)]);
  expect([queue.leftBehind, queue.spooled, spool.bytes, losses]).toEqual([9, 0, 9 * KIB + 5, []]);
});

it('spools the object of a put that neither returns nor obeys its signal', async () => {
  storage.put = () => new Promise(() => undefined);
  queue = openQueue();
  await add(1);
  queue.giveUp();
  await queue.settled();
  expect(
    openSpool()
      .leftOvers()
      .map(({ key }) => key),
  ).toEqual([name(1)]);
});

it('frees the memory of a body once when it is given up during its move to the spool', async () => {
  const memory = new MemoryBudget(4 * KIB);
  storage.put = () => new Promise(() => undefined);
  queue = openQueue({ silentMs: 0, memory });
  const [moving, mayWrite] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const moved = Promise.withResolvers<undefined>();
  const write = spool.write.bind(spool);
  spool.write = async (key, body) => {
    if (key !== name(2)) return write(key, body);
    spool.write = write;
    moving.resolve(undefined);
    await mayWrite.promise;
    const file = await write(key, body);
    const remove = async (): Promise<void> => {
      await file.remove();
      moved.resolve(undefined);
    };
    return { ...file, remove };
  };
  await add(1);
  await add(2);
  await moving.promise;
  queue.giveUp();
  await queue.settled();
  mayWrite.resolve(undefined);
  await moved.promise;
  await add(3);
  await queue.settled();
  expect([keysInSpool(), losses]).toEqual([names(1, 3), []]);
  expect([memory.reserve(4 * KIB), memory.reserve(1)]).toEqual([true, false]);
});

it('reports a loss if the spool has no room for data in memory', async () => {
  spool = openSpool(2 * KIB);
  queue = openQueue();
  await fill(4);
  queue.giveUp();
  await queue.settled();
  expect([spool.leftOvers().length, losses.length]).toEqual([2, 2]);
  expect(losses[0]).toMatchObject({ code: 'spool-full' });
});

it('continues to store its data after another recorder took over', async () => {
  await fill(8);
  let superseded = 0;
  checkLease = () => {
    superseded += 1;
    return Promise.reject(new OutsideError(untranslated('lease', 'cannot be checked')));
  };
  storage.isFull = false;
  await queue.settled();
  expect(storage.stored).toEqual(names(0, 8));
  expect(superseded).toBe(7);
});

it('reports a spooled body that is unreadable, and continues', async () => {
  await fill(5);
  await add(6, { lost: () => [{ key: 'gap', body: 'x' }] });
  await add(7);
  for (const file of readdirSync(spoolDir()).filter((file) => file.startsWith(encodeURIComponent(name(6)))))
    rmSync(join(spoolDir(), file));
  storage.isFull = false;
  await queue.settled();
  expect(storage.stored).toEqual([...names(0, 5), 'gap', name(7)]);
  expect([losses.length, queue.spooled, spool.bytes]).toEqual([1, 0, 0]);
});

it('continues after a queued callback or a follow-up that throws', async () => {
  queue.writePages(() => {
    throw new TypeError('a bug');
  });
  await add(1, {
    then: () => {
      throw new TypeError('another');
    },
  });
  await add(2);
  await queue.settled();
  expect(storage.stored).toEqual(names(1, 2));
  expect(losses).toHaveLength(2);
});

it('keeps the companions of spooled bodies while these exist', async () => {
  const needs = [
    { key: 'i/1.init', body: Buffer.from('init') },
    { key: 'j/e0.ndjson', body: 'epoch\n' },
  ];
  await fill(4);
  for (const n of [5, 6]) await add(n, { needs });
  expect(
    openSpool()
      .leftOvers()
      .map(({ key }) => key),
  ).toEqual(['i/1.init', 'j/e0.ndjson', ...names(1, 6)]);
  storage.isFull = false;
  await queue.settled();
  expect([storage.stored, spool.bytes, readdirSync(spoolDir())]).toEqual([names(0, 6), 0, []]);

  await fill(4);
  await add(5, { needs });
  queue.giveUp();
  await queue.settled();
  expect(
    openSpool()
      .leftOvers()
      .map(({ key }) => key),
  ).toEqual(['i/1.init', 'j/e0.ndjson', ...names(1, 5)]);
});
