import { describe, expect, it } from '@jest/globals';
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type OpenStorage, openStorage, type FileSettings } from '../index.js';
import { describeStorage } from '../storage.conformance.js';

const makeTempFolder = (): Promise<string> => mkdtemp(path.join(os.tmpdir(), 'vodkeep-file-'));

describeStorage('file', async () => {
  const folder = await makeTempFolder();
  const rootDir = path.join(folder, 'data');
  const settings: FileSettings = { kind: 'file', rootDir, sync: 'batched' };
  const storage = await openStorage(settings);
  return {
    storage,
    settings,
    goAway: () => rename(rootDir, `${rootDir}.away`),
    comeBack: () => rename(`${rootDir}.away`, rootDir),
    leftovers: async () => (await readdir(path.join(rootDir, 'tmp'))).filter((name) => !name.startsWith('.')).length,
    close: async () => {
      await storage.close();
      await rm(folder, { recursive: true });
    },
  };
});

describe('the file driver beyond the port', () => {
  const openTemp = async (sync: FileSettings['sync'] = 'each') => {
    const rootDir = await makeTempFolder();
    const storage = await openStorage({ kind: 'file', rootDir, sync });
    return {
      rootDir,
      storage,
      [Symbol.asyncDispose]: async () => {
        await storage.close();
        await rm(rootDir, { recursive: true });
      },
    };
  };

  describe('where the disk is not mounted', () => {
    const openUnmounted = async () => {
      const under = await openTemp();
      const id = await under.storage.claim();
      await under.storage.put('a/b', Buffer.from('on the disk'));
      await rename(under.rootDir, `${under.rootDir}.disk`);
      await mkdir(under.rootDir);
      const mount = async (): Promise<void> => {
        await rm(under.rootDir, { recursive: true });
        await rename(`${under.rootDir}.disk`, under.rootDir);
      };
      return {
        rootDir: under.rootDir,
        id,
        mount,
        [Symbol.asyncDispose]: async () => {
          await under[Symbol.asyncDispose]();
          await rm(`${under.rootDir}.disk`, { recursive: true, force: true });
        },
      };
    };
    const otherStorageText = (rootDir: string): string =>
      `the storage at ${rootDir} does not belong to this installation; check that the disk is mounted`;
    const allFiles = async (rootDir: string): Promise<string[]> => readdir(rootDir, { recursive: true });

    it('nothing is written into the empty mount point, and calls succeed again once the disk is mounted', async () => {
      await using under = await openUnmounted();
      const storage = await openStorage({ kind: 'file', rootDir: under.rootDir, sync: 'off' }, { claims: false });
      storage.requireIdentity(under.id);
      for (const call of [
        storage.put('c', Buffer.from('lost')),
        storage.check(),
        storage.sweep(),
        storage.space(),
        storage.library!.publish('a/b', { channel: 'c', name: 'n.mp4' }),
      ])
        await expect(call).rejects.toMatchObject({ code: 'storage-away', message: otherStorageText(under.rootDir) });
      expect(await allFiles(under.rootDir)).toEqual([]);
      await under.mount();
      await storage.check();
      expect((await storage.read('a/b')).toString()).toBe('on the disk');
    });

    it('nothing is written into or deleted from the storage of another installation', async () => {
      await using under = await openUnmounted();
      const storage = await openStorage({ kind: 'file', rootDir: under.rootDir, sync: 'off' }, { claims: false });
      storage.requireIdentity(under.id);
      const other = await openStorage({ kind: 'file', rootDir: under.rootDir, sync: 'off' });
      await other.put('theirs', Buffer.from('x'));
      const at = await other.library!.publish('theirs', { channel: 'c', name: 'n.mp4' });
      const before = await allFiles(under.rootDir);
      for (const call of [
        storage.put('c', Buffer.from('lost')),
        storage.delete(['theirs']),
        storage.library!.remove(at),
      ])
        await expect(call).rejects.toMatchObject({ message: otherStorageText(under.rootDir) });
      expect(await allFiles(under.rootDir)).toEqual(before);
    });

    it('a service that does not know the storage id yet accepts a storage, and creates none', async () => {
      await using under = await openUnmounted();
      const storage = await openStorage({ kind: 'file', rootDir: under.rootDir, sync: 'off' }, { claims: false });
      expect(await storage.find()).toEqual({ kind: 'none' });
      await expect(storage.put('c', Buffer.from('lost'))).rejects.toMatchObject({
        code: 'storage-away',
        message: expect.stringContaining('check that the disk is mounted'),
      });
      expect(await allFiles(under.rootDir)).toEqual([]);
      await under.mount();
      expect((await storage.read('a/b')).toString()).toBe('on the disk');
    });

    it('the next write detects that another disk replaced the one in use', async () => {
      await using under = await openUnmounted();
      await under.mount();
      const storage = await openStorage({ kind: 'file', rootDir: under.rootDir, sync: 'off' }, { claims: false });
      storage.requireIdentity(under.id);
      await storage.put('c', Buffer.from('1'));
      await rename(under.rootDir, `${under.rootDir}.disk`);
      await (await openStorage({ kind: 'file', rootDir: under.rootDir, sync: 'off' })).close();
      const before = await allFiles(under.rootDir);
      await expect(storage.put('d', Buffer.from('2'))).rejects.toMatchObject({
        message: otherStorageText(under.rootDir),
      });
      expect(await allFiles(under.rootDir)).toEqual(before);
      await under.mount();
      await storage.put('d', Buffer.from('2'));
      expect((await storage.read('c')).toString()).toBe('1');
    });
  });

  it('adds an id to a root from before storage ids existed, and retains its objects', async () => {
    await using under = await openTemp();
    await under.storage.put('a', Buffer.from('old'));
    await writeFile(
      path.join(under.rootDir, '.vodkeep'),
      'This folder is a Vodkeep storage root. Without this file it is taken for one whose disk is not mounted.\n',
    );
    const storage = await openStorage({ kind: 'file', rootDir: under.rootDir, sync: 'off' }, { claims: false });
    expect(await storage.find()).toEqual({ kind: 'unnamed' });
    storage.requireIdentity(await storage.claim());
    expect((await storage.read('a')).toString()).toBe('old');
  });

  it('stores and reads an object with every kind of sync', async () => {
    for (const sync of ['off', 'batched', 'each'] as const) {
      await using under = await openTemp(sync);
      await under.storage.put('a/b/c', Buffer.from(sync));
      expect((await under.storage.read('a/b/c')).toString()).toBe(sync);
    }
  });

  it('lists a large folder completely and in order, with its subfolders', async () => {
    await using under = await openTemp('off');
    const names = Array.from(
      { length: 1500 },
      (_, n) => `${String((n * 7919) % 1500).padStart(4, '0')}-${'long'.repeat(20)}`,
    );
    await under.storage.put('big/0', Buffer.from(''));
    const folder = path.join(under.rootDir, 'store', 'big');
    for (const name of names) {
      await mkdir(path.join(folder, name));
      await writeFile(path.join(folder, name, 'a'), name);
    }
    const sorted = names.toSorted();
    const keys: string[] = [];
    for await (const { key } of under.storage.list('big/')) keys.push(key);
    expect(keys).toEqual(['big/0', ...sorted.map((name) => `big/${name}/a`)]);
    const found: string[] = [];
    for await (const name of under.storage.names('big/')) found.push(name);
    expect(found).toEqual(['0', ...sorted.map((name) => `${name}/`)]);
  });

  it.each([0o022, 0o077])(
    'security-source closes objects to other users, and opens what the library publishes, with umask %d',
    async (umask) => {
      const before = process.umask(umask);
      using _ = { [Symbol.dispose]: () => process.umask(before) };
      await using under = await openTemp('off');
      const modeOf = async (file: string) => (await stat(path.join(under.rootDir, file))).mode & 0o777;
      await under.storage.put('vods/1/manifest/1.json', Buffer.from('{}'));
      await under.storage.put('vods/1/files/f/a.mp4', Buffer.from('film'));
      const at = await under.storage.library!.publish('vods/1/files/f/a.mp4', { channel: 'quay', name: 'a.mp4' });
      expect((await modeOf('store/vods/1/manifest/1.json')) & ~0o640).toBe(0);
      expect((await modeOf('store')) & 0o007).toBe(0);
      const folder = await modeOf('library/quay');
      expect(await modeOf(path.join('library', at))).toBe(folder & 0o666);
      expect(folder).toBe(0o777 & ~umask);
    },
  );

  it('links a local file instead of copying it, closed to other users', async () => {
    for (const sync of ['off', 'batched', 'each'] as const) {
      await using under = await openTemp(sync);
      const file = path.join(under.rootDir, 'work.mp4');
      await writeFile(file, 'film', { mode: 0o666 });
      await utimes(file, 1000, 1000);
      const progress: number[] = [];
      const put = await under.storage.putFile('a/film', file, { onProgress: (bytes) => progress.push(bytes) });
      const stored = await stat(path.join(under.rootDir, 'store/a/film'));
      expect(stored.ino).toBe((await stat(file)).ino);
      expect(stored.mode & 0o777 & ~0o640).toBe(0);
      expect(Math.abs(stored.mtimeMs - Date.now())).toBeLessThan(3_600_000);
      expect([put.sizeBytes, put.modifiedAt, progress]).toEqual([4, stored.mtime, []]);
      expect(await under.storage.linksFrom(under.rootDir)).toBe(true);
    }
  });

  it('copies a local file of another disk', async () => {
    await using under = await openTemp();
    const folder = await mkdtemp(path.join(await otherDisk(under.rootDir), 'vodkeep-put-file-'));
    try {
      const file = path.join(folder, 'work.mp4');
      await writeFile(file, 'film');
      const progress: number[] = [];
      await under.storage.putFile('a/film', file, { onProgress: (bytes) => progress.push(bytes) });
      expect([(await under.storage.read('a/film')).toString(), progress]).toEqual(['film', [4]]);
      expect([await under.storage.linksFrom(folder), await readdir(folder)]).toEqual([false, ['work.mp4']]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('security-source closes the objects of an earlier version by their folder', async () => {
    await using under = await openTemp('off');
    const store = path.join(under.rootDir, 'store');
    await chmod(store, 0o755);
    const again = await openStorage({ kind: 'file', rootDir: under.rootDir, sync: 'off' });
    await again.put('a', Buffer.from('x'));
    expect((await stat(store)).mode & 0o777).toBe(0o750);
  });

  it('removes temporary files after 24 hours and not before', async () => {
    await using under = await openTemp();
    const [young, old] = [path.join(under.rootDir, 'tmp/young'), path.join(under.rootDir, 'tmp/old')];
    await writeFile(young, 'x');
    await writeFile(old, 'x');
    const dayAgo = Date.now() / 1000 - 24 * 3600 - 10;
    await utimes(old, dayAgo, dayAgo);
    await openStorage({ kind: 'file', rootDir: under.rootDir, sync: 'off' });
    expect((await readdir(path.join(under.rootDir, 'tmp'))).filter((name) => !name.startsWith('.'))).toEqual(['young']);
  });

  it('leaves no empty folder behind a deletion', async () => {
    await using under = await openTemp();
    await under.storage.put('v/1/parts/x/s/1.ts', Buffer.from('x'));
    await under.storage.deletePrefix('v/1/');
    expect((await readdir(path.join(under.rootDir, 'store'))).filter((name) => !name.startsWith('.'))).toEqual([]);
  });

  it('survives a race of puts and deletions in one folder', async () => {
    await using under = await openTemp('off');
    const put = async (i: number): Promise<void> => {
      await under.storage.put(`f/g/${i}`, Buffer.from('x'));
      await under.storage.delete([`f/g/${i}`]);
    };
    for (let pass = 0; pass < 50; pass += 1) await Promise.all(Array.from({ length: 20 }, (_, i) => put(i)));
    await under.storage.put('f/g/last', Buffer.from('x'));
    expect(await under.storage.head('f/g/last')).not.toBeNull();
  });

  it('survives another storage instance that removes the folders it empties', async () => {
    await using under = await openTemp('off');
    const other = await openStorage({ kind: 'file', rootDir: under.rootDir, sync: 'off' });
    const put = async (storage: OpenStorage, key: string): Promise<void> => {
      await storage.put(key, Buffer.from('x'));
      await storage.delete([key]);
    };
    const both = (i: number) => [put(under.storage, `f/g/h/${i}`), put(other, `f/g/h/other-${i}`)];
    for (let pass = 0; pass < 150; pass += 1) await Promise.all(Array.from({ length: 10 }, (_, i) => both(i)).flat());
    await other.close();
    expect(await under.storage.head('f/g/h/1')).toBeNull();
  }, 60_000);

  it('ignores foreign files in the store', async () => {
    await using under = await openTemp();
    await under.storage.put('a', Buffer.from('x'));
    for (const name of ['.DS_Store', 'b%41', 'ä']) await writeFile(path.join(under.rootDir, 'store', name), '');
    const keys: string[] = [];
    for await (const { key } of under.storage.list('')) keys.push(key);
    expect(keys).toEqual(['a']);
  });

  it('reports an unreadable file or folder as an outside fault, so that the caller tries again', async () => {
    await using under = await openTemp();
    const store = path.join(under.rootDir, 'store');
    // The kernel answers EIO for the first byte of it, and ELOOP for a link to itself.
    await symlink('/proc/self/mem', path.join(store, 'broken'));
    await symlink('loop', path.join(store, 'loop'));
    const calls = [
      under.storage.read('broken'),
      under.storage.list('loop/')[Symbol.asyncIterator]().next(),
      under.storage.names('loop/')[Symbol.asyncIterator]().next(),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ fault: 'outside', code: 'storage-failed' });
  });

  it('names the root folder if it cannot be created', async () => {
    const folder = await makeTempFolder();
    await writeFile(path.join(folder, 'file'), '');
    const rootDir = path.join(folder, 'file/data');
    await expect(openStorage({ kind: 'file', rootDir, sync: 'off' })).rejects.toMatchObject({
      fault: 'outside',
      code: 'storage-failed',
      message: expect.stringContaining(rootDir),
    });
    await rm(folder, { recursive: true });
  });

  describe('library', () => {
    it('lists and reads all files of a folder, whoever put them there, but no symbolic link', async () => {
      await using under = await openTemp();
      const library = under.storage.library!;
      await under.storage.put('a', Buffer.from('ours'));
      const ours = await library.publish('a', { channel: 'quay', folder: 's1', name: 'n.mp4' });
      await writeFile(path.join(under.rootDir, 'library/quay/stray.mp4'), 'a stray film');
      await writeFile(path.join(under.rootDir, 'secret'), 'secret');
      await symlink(path.join(under.rootDir, 'secret'), path.join(under.rootDir, 'library/quay/link.mp4'));
      await symlink(under.rootDir, path.join(under.rootDir, 'library/quay/out'));
      await mkdir(path.join(under.rootDir, 'library-beside'));
      await writeFile(path.join(under.rootDir, 'library-beside/secret'), 'secret');
      await symlink(path.join(under.rootDir, 'library-beside'), path.join(under.rootDir, 'library/quay/beside'));
      const found: string[] = [];
      for await (const file of library.list('quay')) found.push(`${file.path} ${file.sizeBytes}`);
      expect(found).toEqual([`${ours} 4`, 'quay/stray.mp4 12']);
      expect((await buffer((await library.get('quay/stray.mp4', { start: 2, end: 6 })).stream)).toString()).toBe(
        'stray',
      );
      expect(await library.head('quay/link.mp4')).toBeNull();
      for (const at of ['quay/link.mp4', 'quay/out/secret', 'quay/beside/secret', 'quay/none.mp4', 'quay'])
        await expect(library.get(at)).rejects.toMatchObject({ code: 'object-missing' });
      for await (const file of library.list('none')) found.push(file.path);
      expect(found).toHaveLength(2);
    });

    it('links an object under a readable name, without a second copy', async () => {
      await using under = await openTemp();
      await under.storage.put('vods/1/files/f/a.mp4', Buffer.from('film'));
      const at = await under.storage.library!.publish('vods/1/files/f/a.mp4', {
        channel: 'Käpt’n: Blau?',
        name: 'Tag 1/2 <live>.mp4',
      });
      expect(at).toBe('Käpt’n_ Blau_/Tag 1_2 _live_.mp4');
      expect((await stat(path.join(under.rootDir, 'library', at))).nlink).toBe(2);
      expect(
        await under.storage.library!.publish('vods/1/files/f/a.mp4', {
          channel: 'Käpt’n: Blau?',
          name: 'Tag 1/2 <live>.mp4',
        }),
      ).toBe(at);
    });

    it('numbers a second file of the same name, and replaces only the named one', async () => {
      await using under = await openTemp();
      const library = under.storage.library!;
      for (const [key, text] of [
        ['a', 'one'],
        ['b', 'another'],
        ['b2', 'another, better'],
      ] as const)
        await under.storage.put(key, Buffer.from(text));
      const place = { channel: 'c', name: 'n.mp4' };
      expect(await library.publish('a', place)).toBe('c/n.mp4');
      expect(await library.publish('b', place)).toBe('c/n (2).mp4');
      expect(await library.publish('b2', place, 'c/n (2).mp4')).toBe('c/n (2).mp4');
      expect(await readFile(path.join(under.rootDir, 'library/c/n (2).mp4'), 'utf8')).toBe('another, better');
      await library.remove('c/n.mp4');
      await library.remove('c/n (2).mp4');
      await library.remove('c/gone.mp4');
      expect(await readdir(path.join(under.rootDir, 'library'))).toEqual([]);
    });

    it('reports an unmounted library as unavailable, and creates nothing there', async () => {
      await using under = await openTemp();
      const library = under.storage.library!;
      await under.storage.put('a', Buffer.from('one'));
      const at = await library.publish('a', { channel: 'c', name: 'n.mp4' });
      await rename(under.rootDir, `${under.rootDir}.away`);
      const listed = async (): Promise<void> => {
        for await (const _ of library.list('c')) break;
      };
      for (const call of [
        library.stateOf(at, 'a'),
        library.head(at),
        library.get(at),
        library.link('a', 'c/m.mp4'),
        library.publish('a', { channel: 'd', name: 'n.mp4' }),
        library.remove(at),
        listed(),
      ]) {
        await expect(call).rejects.toMatchObject({ fault: 'outside', code: 'storage-away' });
      }
      await expect(stat(under.rootDir)).rejects.toMatchObject({ code: 'ENOENT' });
      await rename(`${under.rootDir}.away`, under.rootDir);
      expect(await library.stateOf(at, 'a')).toBe('ours');
    });

    it('makes each folder name below a channel safe, and removes empty folders', async () => {
      await using under = await openTemp();
      const library = under.storage.library!;
      await under.storage.put('a', Buffer.from('one'));
      await under.storage.put('b', Buffer.from('two'));
      const folder = '../2026//No. 1: x/..';
      expect(await library.publish('a', { channel: 'c', folder, name: 'n.mp4' })).toBe('c/_/2026/No. 1_ x/_/n.mp4');
      expect(await library.publish('b', { channel: 'c', folder: '2026', name: 'n.mp4' })).toBe('c/2026/n.mp4');
      await library.remove('c/_/2026/No. 1_ x/_/n.mp4');
      expect(await readdir(path.join(under.rootDir, 'library', 'c'))).toEqual(['2026']);
      await library.remove('c/2026/n.mp4');
      expect(await readdir(path.join(under.rootDir, 'library'))).toEqual([]);
    });

    it('links an object only at a free path, and reports whether a path is free, its own or of another file', async () => {
      await using under = await openTemp();
      const library = under.storage.library!;
      for (const key of ['a', 'b']) await under.storage.put(key, Buffer.from('same size'));
      const at = library.pathOf({ channel: 'c', folder: 'f', name: 'n.mp4' });
      expect([at, library.pathOf({ channel: 'c', name: 'n.mp4' }, 2)]).toEqual(['c/f/n.mp4', 'c/n (2).mp4']);
      expect(await library.stateOf(at, 'a')).toBe('free');
      expect([await library.link('a', at), await library.link('a', at), await library.link('b', at)]).toEqual([
        true,
        true,
        false,
      ]);
      expect([
        await library.stateOf(at, 'a'),
        await library.stateOf(at, 'b'),
        await library.stateOf(at, 'gone'),
      ]).toEqual(['ours', 'other', 'other']);
      expect((await stat(path.join(under.rootDir, 'library', at))).nlink).toBe(2);
    });

    it('gives concurrent publishers a path each, while others remove the folders', async () => {
      await using under = await openTemp();
      const library = under.storage.library!;
      const keys = Array.from({ length: 20 }, (_, n) => `k${n}`);
      for (const key of keys) await under.storage.put(key, Buffer.from(key));
      const place = { channel: 'c', folder: 'f', name: 'n.mp4' };
      const places = await Promise.all(
        keys.map(async (key) => {
          const at = await library.publish(key, place);
          await library.remove('c/f/none.mp4');
          return at;
        }),
      );
      expect(new Set(places).size).toBe(20);
      for (const [n, at] of places.entries())
        expect(await readFile(path.join(under.rootDir, 'library', at), 'utf8')).toBe(keys[n]);
    });

    it('names a missing object, and refuses a path outside its folder', async () => {
      await using under = await openTemp();
      await expect(under.storage.library!.publish('none', { channel: 'c', name: 'n' })).rejects.toMatchObject({
        code: 'object-missing',
      });
      await expect(under.storage.library!.remove('../store/a')).rejects.toMatchObject({ code: 'bad-library-path' });
    });
  });
});

/** Temporary files of a whole run are in memory, those of a single spec on a disk. */
async function otherDisk(folder: string): Promise<string> {
  const { dev } = await stat(folder);
  for (const candidate of ['/dev/shm', import.meta.dirname]) if ((await stat(candidate)).dev !== dev) return candidate;
  throw new Error(`${folder}, /dev/shm and the sources are on one disk.`);
}
