import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { runSource } from '#libs/testkit';
import { AWKWARD_KEYS, UNICODE_PARTS, isExotic } from './awkward-keys.fixture.js';
import { halfBody } from './half-put.fixture.js';
import { byKeyOrder } from './key-codec.js';
import { type OpenStorage, type StorageSettings } from './index.js';

/** A storage for the suite, empty at the start, that the suite can make unavailable and available again. */
export interface StorageUnderTest {
  readonly storage: OpenStorage;
  readonly settings: StorageSettings;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** Number of files on the medium that are not finished objects: temporary files, open uploads. */
  leftovers(): Promise<number>;
  close(): Promise<void>;
}

/** More than one page of a listing of S3. */
const MORE_THAN_A_PAGE = 1150;
const HALF_PUT = path.resolve(import.meta.dirname, 'half-put.fixture.ts');

/** Conformance suite of the `Storage` interface (libs/storage); runs for each driver. */
export function describeStorage(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(`${name} as a Storage`, () => {
    let under: StorageUnderTest;
    beforeAll(async () => {
      under = await open();
    });
    afterEach(async () => {
      await under.storage.deletePrefix('');
    });
    afterAll(async () => {
      await under.close();
    });
    const using = (): StorageUnderTest => under;
    describe('put and get', () => {
      putAndGet(using);
    });
    describe('local files', () => {
      localFiles(using);
    });
    describe('ranges', () => {
      ranges(using);
    });
    describe('listing', () => {
      listing(using);
    });
    describe('names of every Unicode class', () => {
      unicodeNames(using);
    });
    describe('identity of the storage', () => {
      identity(using);
    });
    describe('an incomplete put', () => {
      halfPuts(using);
    });
    describe('a body that differs from its promised checksum or size', () => {
      promises(using);
    });
    describe('outages', () => {
      outage(using);
    });
  });
}

type Using = () => StorageUnderTest;
const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};
const keysOf = async (using: Using, prefix: string, startAfter?: string): Promise<string[]> =>
  (await collect(using().storage.list(prefix, startAfter === undefined ? {} : { startAfter }))).map(({ key }) => key);
/** A loop: `Uint8Array.from` with a function takes twenty times as long. */
function bytesOf(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let i = 0; i < size; i += 1) bytes[i] = i * 31 + (i >> 8);
  return bytes;
}

function putAndGet(using: Using): void {
  it('returns the bytes that were put, with their size', async () => {
    const bytes = bytesOf(100_000);
    const put = await using().storage.put('a/b.bin', bytes, { contentType: 'video/mp2t' });
    const got = await using().storage.get('a/b.bin');
    expect(await buffer(got.stream)).toEqual(bytes);
    expect({ put: put.sizeBytes, got: got.sizeBytes, total: got.totalBytes }).toEqual({
      put: 100_000,
      got: 100_000,
      total: 100_000,
    });
    expect(await using().storage.head('a/b.bin')).toMatchObject({ key: 'a/b.bin', sizeBytes: 100_000 });
  });
  it('stores a stream of unknown length above the part size', async () => {
    const bytes = bytesOf(13 * 1024 * 1024 + 7);
    await using().storage.put(
      'big',
      Readable.from([bytes.subarray(0, 7_000_000), bytes.subarray(7_000_000)], { objectMode: false }),
      { crc32: crc32(bytes).toString(16).padStart(8, '0') },
    );
    expect((await using().storage.read('big')).equals(bytes)).toBe(true);
  });
  it('stores a stream of exactly one and exactly two parts', async () => {
    for (const parts of [1, 2]) {
      const bytes = bytesOf(parts * 5 * 1024 * 1024);
      await using().storage.put('exact', Readable.from([bytes]), { sizeBytes: bytes.length });
      expect((await using().storage.read('exact')).equals(bytes)).toBe(true);
    }
  });
  it('stores an empty object', async () => {
    await using().storage.put('empty', new Uint8Array());
    await using().storage.put('empty-stream', Readable.from([]));
    expect([await using().storage.read('empty'), await using().storage.read('empty-stream')]).toEqual([
      Buffer.alloc(0),
      Buffer.alloc(0),
    ]);
    const { stream, sizeBytes, totalBytes } = await using().storage.get('empty');
    expect({ sizeBytes, totalBytes, read: (await buffer(stream)).length }).toEqual({
      sizeBytes: 0,
      totalBytes: 0,
      read: 0,
    });
  });
  it('accepts the same key again, and returns the later bytes', async () => {
    for (const text of ['one', 'one', 'two']) await using().storage.put('k', Buffer.from(text));
    expect((await using().storage.read('k')).toString()).toBe('two');
  });
  it('stores one body completely if several are put under one key at the same time', async () => {
    const bodies = Array.from({ length: 8 }, (_, i) => Buffer.alloc(6 * 1024 * 1024, i + 1));
    await Promise.all(bodies.map((body) => using().storage.put('race', Readable.from([body], { objectMode: false }))));
    const found = await using().storage.read('race');
    expect(bodies.some((body) => body.equals(found))).toBe(true);
    expect(await using().leftovers()).toBe(0);
  });
  it('reports a missing object, and ignores its deletion', async () => {
    await expect(using().storage.get('no/such')).rejects.toMatchObject({ code: 'object-missing', status: 404 });
    await expect(using().storage.read('no/such')).rejects.toMatchObject({ code: 'object-missing' });
    expect(await using().storage.head('no/such')).toBeNull();
    await expect(using().storage.delete(['no/such'])).resolves.toBeUndefined();
  });
  it('retains an object if a key below it is put', async () => {
    await using().storage.put('solid', Buffer.from('first'));
    await using()
      .storage.put('solid/below', Buffer.from('second'))
      .catch(() => undefined);
    expect((await using().storage.read('solid')).toString()).toBe('first');
  });
  it('passes its own check and reports the free space of a disk', async () => {
    await expect(using().storage.check()).resolves.toBeUndefined();
    const space = await using().storage.space();
    if (using().storage.kind === 's3') expect(space).toBeNull();
    else expect(space!.freeBytes).toBeLessThanOrEqual(space!.totalBytes);
    expect(await keysOf(using, '')).toEqual([]);
  });
}

function localFiles(using: Using): void {
  const bytes = bytesOf(13 * 1024 * 1024 + 7);
  let folder = '';
  let file = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-put-file-'));
    file = path.join(folder, 'film.mp4');
  });
  beforeEach(() => writeFile(file, bytes));
  afterAll(() => rm(folder, { recursive: true }));

  it('stores a local file, which its owner may remove', async () => {
    const before = Date.now();
    const put = await using().storage.putFile('a/film', file, { contentType: 'video/mp4' });
    expect({ key: put.key, sizeBytes: put.sizeBytes }).toEqual({ key: 'a/film', sizeBytes: bytes.length });
    expect(put.modifiedAt.getTime()).toBeGreaterThan(before - 2000);
    expect((await readFile(file)).equals(bytes)).toBe(true);
    await rm(file);
    expect((await using().storage.read('a/film')).equals(bytes)).toBe(true);
    expect(await using().leftovers()).toBe(0);
  });
  it('replaces an object by a local file, and a local file by an object', async () => {
    await using().storage.put('k', Buffer.from('old'));
    for (let n = 0; n < 2; n += 1) await using().storage.putFile('k', file);
    expect((await using().storage.read('k')).equals(bytes)).toBe(true);
    expect(await using().leftovers()).toBe(0);
    await using().storage.put('k', Buffer.from('new'));
    expect((await using().storage.read('k')).toString()).toBe('new');
    expect((await readFile(file)).equals(bytes)).toBe(true);
  });
  it('retains the old object if the local file is missing or the put is aborted', async () => {
    const before = await using().leftovers();
    await using().storage.put('k', Buffer.from('old'));
    await expect(using().storage.putFile('k', path.join(folder, 'none'))).rejects.toMatchObject({
      code: 'body-failed',
      fault: 'outside',
    });
    await expect(using().storage.putFile('k', file, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
    expect((await using().storage.read('k')).toString()).toBe('old');
    expect(await using().leftovers()).toBe(before);
    expect((await readFile(file)).equals(bytes)).toBe(true);
  });
}

function ranges(using: Using): void {
  const bytes = bytesOf(1000);
  it.each([
    ['the first byte', { start: 0, end: 0 }, [0, 1]],
    ['a middle', { start: 10, end: 19 }, [10, 20]],
    ['the tail', { start: 990 }, [990, 1000]],
    ['to an end beyond the last byte', { start: 995, end: 5000 }, [995, 1000]],
    ['everything', { start: 0 }, [0, 1000]],
  ] as const)('reads %s', async (_, range, [from, to]) => {
    await using().storage.put('r', bytes);
    const { stream, sizeBytes, totalBytes } = await using().storage.get('r', range);
    expect(await buffer(stream)).toEqual(bytes.subarray(from, to));
    expect({ sizeBytes, totalBytes }).toEqual({ sizeBytes: to - from, totalBytes: 1000 });
  });
  it('refuses a range beyond the end, and reports the size', async () => {
    await using().storage.put('r', bytes);
    await expect(using().storage.get('r', { start: 1000 })).rejects.toMatchObject({
      code: 'range-not-satisfiable',
      status: 416,
      data: { totalBytes: 1000 },
    });
    await using().storage.put('e', new Uint8Array());
    await expect(using().storage.get('e', { start: 0, end: 0 })).rejects.toMatchObject({
      code: 'range-not-satisfiable',
      status: 416,
    });
  });
  it('reports a backward range as a bug', async () => {
    await expect(using().storage.get('r', { start: 5, end: 4 })).rejects.toMatchObject({
      code: 'bad-range',
      fault: 'bug',
    });
  });
  it('closes a stream that its reader leaves or whose signal is aborted', async () => {
    await using().storage.put('long', bytesOf(8 * 1024 * 1024));
    const left = await using().storage.get('long');
    left.stream.destroy();
    const stop = new AbortController();
    const stopped = await using().storage.get('long', undefined, stop.signal);
    stop.abort();
    await expect(buffer(stopped.stream)).rejects.toThrow();
    expect((await using().storage.read('long')).length).toBe(8 * 1024 * 1024);
  });
}

function listing(using: Using): void {
  it('lists more than a page in key order, from any start', async () => {
    const keys = Array.from({ length: MORE_THAN_A_PAGE }, (_, i) => `p/${String(i).padStart(5, '0')}.ts`);
    for (let i = 0; i < MORE_THAN_A_PAGE; i += 32)
      await Promise.all(keys.slice(i, i + 32).map((key) => using().storage.put(key, Buffer.from(key))));
    expect(await keysOf(using, 'p/')).toEqual(keys);
    expect(await keysOf(using, 'p/', 'p/01100.ts')).toEqual(keys.slice(1101));
    expect(await keysOf(using, 'p/', 'p/01100')).toEqual(keys.slice(1100));
    expect(await keysOf(using, 'p/001')).toEqual(keys.slice(100, 200));
    expect(await using().storage.deletePrefix('p/')).toEqual({
      objects: MORE_THAN_A_PAGE,
      bytes: MORE_THAN_A_PAGE * keys[0]!.length,
    });
    expect(await keysOf(using, '')).toEqual([]);
  }, 60_000);
  it('sorts folders and objects together by bytes', async () => {
    const keys = ['a-b/x', 'a.b', 'a/b', 'a0', 'a/b-', 'a/b.c/d', 'b'];
    for (const key of keys) await using().storage.put(key, Buffer.from('x'));
    const sorted = keys.toSorted(byKeyOrder);
    expect(await keysOf(using, '')).toEqual(sorted);
    for (const [i, key] of sorted.entries()) expect(await keysOf(using, '', key)).toEqual(sorted.slice(i + 1));
    expect(await keysOf(using, 'a/')).toEqual(['a/b', 'a/b-', 'a/b.c/d']);
    expect(await keysOf(using, 'a/b')).toEqual(['a/b', 'a/b-', 'a/b.c/d']);
    expect(await keysOf(using, 'none/')).toEqual([]);
  });
  it('names the children of a folder, folders with a slash', async () => {
    for (const key of ['v/1/parts/a/x', 'v/1/manifest/1', 'v/2.json', 'v/10/x'])
      await using().storage.put(key, Buffer.from('x'));
    expect(await collect(using().storage.names('v/'))).toEqual(['1/', '10/', '2.json']);
    expect(await collect(using().storage.names('v/1/'))).toEqual(['manifest/', 'parts/']);
    expect(await collect(using().storage.names(''))).toEqual(['v/']);
    await using().storage.delete(['v/10/x']);
    expect(await collect(using().storage.names('v/'))).toEqual(['1/', '2.json']);
    expect(await collect(using().storage.names('v/3/'))).toEqual([]);
  });
  it('deletes a prefix and nothing beside it', async () => {
    for (const key of ['vods/a/1', 'vods/a/2', 'vods/ab', 'vods/b/1'])
      await using().storage.put(key, Buffer.from('xy'));
    expect(await using().storage.deletePrefix('vods/a/')).toEqual({ objects: 2, bytes: 4 });
    expect(await keysOf(using, '')).toEqual(['vods/ab', 'vods/b/1']);
  });
  it('ends a listing whose signal is aborted', async () => {
    await using().storage.put('s', Buffer.from('x'));
    await expect(collect(using().storage.list('', { signal: AbortSignal.abort() }))).rejects.toThrow();
  });
}

function unicodeNames(using: Using): void {
  it.each(Object.entries(UNICODE_PARTS))('%s', async (_, parts) => {
    const keys = parts.flatMap((part) => [`n/${part}`, `d/${part}/x`, `m/a${part}z.ts`]);
    await expectStored(using, keys);
  });
  it('stores awkward keys separately', async () => {
    await expectStored(using, [...AWKWARD_KEYS]);
  });
  it.each([
    ['an empty one', ''],
    ['more than 1,024 bytes', 'é'.repeat(600)],
    ['a lone surrogate', 'a\ud800b'],
  ])('refuses %s', async (_, key) => {
    await expect(using().storage.put(key, Buffer.from('x'))).rejects.toMatchObject({ code: 'bad-key', fault: 'bug' });
  });
}

async function expectStored(using: Using, keys: readonly string[]): Promise<void> {
  for (const key of keys) await using().storage.put(key, Buffer.from(`of ${key}`));
  for (const key of keys) expect((await using().storage.read(key)).toString()).toBe(`of ${key}`);
  const listed = await keysOf(using, '');
  expect(listed.toSorted(byKeyOrder)).toEqual(keys.toSorted(byKeyOrder));
  const plain = listed.filter((key) => !isExotic(key));
  expect(plain).toEqual(plain.toSorted(byKeyOrder));
  for (const key of keys) expect(await keysOf(using, key)).toContain(key);
  const roots = new Set(keys.map((key) => (key.includes('/') ? key.slice(0, key.indexOf('/') + 1) : key)));
  expect(new Set(await collect(using().storage.names('')))).toEqual(roots);
  await using().storage.delete(keys);
  expect(await keysOf(using, '')).toEqual([]);
}

function halfPuts(using: Using): void {
  const expectNothing = async (): Promise<void> => {
    expect(await keysOf(using, '')).toEqual([]);
    expect(await collect(using().storage.names(''))).toEqual([]);
    expect(await using().storage.head('h/half')).toBeNull();
  };
  it('leaves nothing if it is aborted', async () => {
    const stop = new AbortController();
    const put = using().storage.put(
      'h/half',
      halfBody(() => {
        stop.abort('enough');
      }),
      { signal: stop.signal },
    );
    await expect(put).rejects.toBe('enough');
    await expectNothing();
    expect(await using().leftovers()).toBe(0);
  });
  it('leaves nothing if its source fails', async () => {
    const body = halfBody(() => {
      body.destroy();
    });
    await expect(using().storage.put('h/half', body)).rejects.toMatchObject({ code: 'body-failed', fault: 'outside' });
    await expectNothing();
    expect(await using().leftovers()).toBe(0);
  });
  it('lists nothing after a kill -9 during a put, and accepts the key again', async () => {
    const before = await using().leftovers();
    await killHalfWay(using, 'h/half');
    expect(await using().leftovers()).toBe(before + 1);
    await expectNothing();
    const bytes = bytesOf(13 * 1024 * 1024);
    await using().storage.put('h/half', Readable.from([bytes], { objectMode: false }));
    expect((await using().storage.read('h/half')).equals(bytes)).toBe(true);
  });
  it('W31 retains the last complete object if the process that overwrites it is killed', async () => {
    await using().storage.put('h/config', Buffer.from('{"good":true}'));
    await killHalfWay(using, 'h/config');
    expect((await using().storage.read('h/config')).toString()).toBe('{"good":true}');
    expect(await using().storage.head('h/config')).toMatchObject({ sizeBytes: 13 });
    expect(await keysOf(using, '')).toEqual(['h/config']);
  });
}

/** Starts a process that writes half of an object and is killed with SIGKILL. */
async function killHalfWay(using: Using, key: string): Promise<void> {
  const child = runSource(HALF_PUT, [JSON.stringify(using().settings), key]);
  const [output] = (await once(child.stdout!, 'data')) as [Buffer];
  expect(output.toString()).toBe('half\n');
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

function promises(using: Using): void {
  const bytes = bytesOf(11 * 1024 * 1024);
  const right = crc32(bytes).toString(16).padStart(8, '0');
  it('stores bytes with the promised checksum', async () => {
    await using().storage.put('c', bytes, { crc32: right.toUpperCase(), sizeBytes: bytes.length });
    expect(await keysOf(using, '')).toEqual(['c']);
  });
  it.each([
    ['a buffer', () => bytes],
    ['a stream', () => Readable.from([bytes], { objectMode: false })],
  ])('stores nothing of %s with another checksum', async (_, body) => {
    const before = await using().leftovers();
    await expect(using().storage.put('c', body(), { crc32: '00000001' })).rejects.toMatchObject({
      code: 'checksum-mismatch',
      fault: 'outside',
    });
    expect(await keysOf(using, '')).toEqual([]);
    expect(await using().leftovers()).toBe(before);
  });
  it('retains the old object if the new one does not match its promised size', async () => {
    await using().storage.put('c', Buffer.from('old'));
    await expect(using().storage.put('c', bytes, { sizeBytes: bytes.length + 1 })).rejects.toMatchObject({
      code: 'size-mismatch',
    });
    expect((await using().storage.read('c')).toString()).toBe('old');
  });
}

function outage(using: Using): void {
  it('reports an outage instead of waiting, and works again afterwards', async () => {
    const { storage } = using();
    await storage.put('before', Buffer.from('1'));
    await using().goAway();
    const calls = [
      storage.put('during', Buffer.from('2')),
      storage.putFile('during', import.meta.filename),
      storage.get('before'),
      storage.read('before'),
      storage.head('before'),
      collect(storage.list('')),
      storage.delete(['before']),
      storage.check(),
    ];
    const results = await Promise.allSettled(calls);
    await using().comeBack();
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: { fault: 'outside', code: 'storage-away' } });
    await storage.put('after', Buffer.from('3'));
    expect(await keysOf(using, '')).toEqual(['after', 'before']);
  });
  it('closes a body that it cannot store, although it was not read to its end', async () => {
    const body = halfBody(() => undefined);
    await using().goAway();
    await expect(using().storage.put('during', body)).rejects.toMatchObject({ code: 'storage-away' });
    await using().comeBack();
    expect(body.destroyed).toBe(true);
  });
}

function identity(using: () => StorageUnderTest): void {
  afterEach(() => {
    using().storage.requireIdentity(null);
  });

  it('is identified by an id that it is given once', async () => {
    const { storage } = using();
    const id = await storage.claim();
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect([await storage.claim(), await storage.find()]).toEqual([id, { kind: 'named', id }]);
    storage.requireIdentity(id);
    await storage.put('ours', Buffer.from('1'));
    expect(await keysOf(using, 'ours')).toEqual(['ours']);
    await storage.check();
  });

  it('treats the storage of another installation as unavailable: no read, write or deletion', async () => {
    const { storage } = using();
    const id = await storage.claim();
    await storage.put('before', Buffer.from('1'));
    storage.requireIdentity('7b1c9c1e-0000-4000-8000-000000000000');
    const calls = [
      storage.put('during', Buffer.from('2')),
      storage.putFile('during', import.meta.filename),
      storage.read('none'),
      storage.head('none'),
      collect(storage.list('')),
      collect(storage.names('')),
      storage.delete(['before']),
      storage.deletePrefix(''),
      storage.check(),
    ];
    for (const call of calls)
      await expect(call).rejects.toMatchObject({
        fault: 'outside',
        code: 'storage-away',
        message: expect.stringMatching(/^the storage at .+ does not belong to this installation; check /),
      });
    expect(await storage.find()).toEqual({ kind: 'named', id });
    storage.requireIdentity(id);
    expect((await storage.read('before')).toString()).toBe('1');
    expect(await keysOf(using, 'during')).toEqual([]);
  });
}
