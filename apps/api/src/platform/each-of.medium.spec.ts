import 'reflect-metadata';
import { objectKeys } from '#libs/contracts';
import { messageOf, OutsideError } from '#libs/errors';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { SiteFacts } from '../detection/site-facts.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { LocalVideoScan } from '../modules/local-video/local-video-scan.js';
import { LocalVideos } from '../modules/local-video/local-videos.service.js';
import { LibraryLinks } from '../library/library-links.js';
import { StorageUse } from '../modules/space/storage-use.js';
import { SpaceRepository } from '../persistence/repositories/space.repository.js';
import { VodSpaceEntity } from '../persistence/entities/vod-space.entity.js';
import { FileEntity } from '../persistence/entities/file.entity.js';
import { FileWatch } from '../modules/vod/file-watch.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { Sites } from '../sites/sites.js';
import { ApiHouse } from '../testing/api-house.js';
import { aChannel, aFile, aVod, store } from '../testing/rows.js';
import { eachOf } from './each-of.js';
import { Manifests } from '../workflows/manifests.js';
import { Sweeper } from '../workflows/sweeper.js';

jest.setTimeout(60_000);

let house: ApiHouse;
let db: DataSource;
beforeAll(async () => {
  house = await ApiHouse.start({ without: ['detection', 'file-check'] });
  db = house.app.get(DataSource, { strict: false });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await house.stop();
});

/** A place of the disk that cannot be read or written. */
const broken = (): Promise<never> => Promise.reject(new OutsideError('storage-unavailable', 'EIO'));
const bytesOf = async ({ uuid }: VodEntity): Promise<boolean> => db.manager.existsBy(VodSpaceEntity, { vodUuid: uuid });
/** The first and the last are bad. */
async function three(): Promise<{
  readonly rows: VodEntity[];
  readonly bad: readonly string[];
  readonly good: VodEntity;
}> {
  const [first, good, last] = [aVod(), aVod(), aVod()];
  await store(db, first, good, last);
  return { rows: [first, good, last], bad: [first.uuid, last.uuid], good };
}

describe('what cannot be done for one holds up no other', () => {
  it('manifests are written', async () => {
    const { put } = house.storage;
    const { rows, bad, good } = await three();
    jest
      .spyOn(house.storage, 'put')
      .mockImplementation((key, ...rest) =>
        bad.some((uuid) => key.startsWith(objectKeys.vod(uuid))) ? broken() : put.call(house.storage, key, ...rest),
      );
    jest.spyOn(house.app.get(VodRepository, { strict: false }), 'dueManifests').mockResolvedValue(rows);
    const manifests = house.app.get(Manifests, { strict: false });
    const stored = async () => (await house.objects(objectKeys.vod(good.uuid))).map(({ key }) => key);
    const before = await stored();
    await expect(manifests.round()).rejects.toThrow('EIO');
    // A round of its own may have written one before, of which only the newest two are kept.
    expect((await stored()).filter((key) => !before.includes(key))).not.toEqual([]);
  });

  it('space is counted', async () => {
    const { list } = house.storage;
    const { rows, bad, good } = await three();
    jest.spyOn(house.app.get(SpaceRepository, { strict: false }), 'due').mockResolvedValue(rows);
    jest.spyOn(house.storage, 'list').mockImplementation((prefix) => {
      if (bad.some((uuid) => prefix.startsWith(objectKeys.vod(uuid))))
        throw new OutsideError('storage-unavailable', 'EIO');
      return list.call(house.storage, prefix);
    });
    await expect(house.app.get(StorageUse, { strict: false }).round()).rejects.toThrow('EIO');
    expect(await bytesOf(good)).toBe(true);
  });

  it('folders are looked through for local videos', async () => {
    const channels = [aChannel(), aChannel(), aChannel()];
    await store(db, ...channels);
    await house.call('PUT', '/settings', { config: { 'localvideos.enabled': true } });
    const seen: string[] = [];
    const scan = jest.spyOn(house.app.get(LocalVideos, { strict: false }), 'scan').mockImplementation(({ uuid }) => {
      seen.push(uuid);
      return broken();
    });
    await expect(house.app.get(LocalVideoScan, { strict: false }).round()).rejects.toThrow('EIO');
    expect(seen.toSorted()).toEqual(channels.map(({ uuid }) => uuid).toSorted());
    scan.mockRestore();
  });

  it('names of the library are brought in step, of VODs that are gone too', async () => {
    const [gone, alsoGone] = [randomUUID(), randomUUID()];
    const library = house.storage.library!;
    const look = jest
      .spyOn(library, 'look')
      .mockImplementation((path) => (path.endsWith('a.mp4') ? broken() : Promise.resolve('free')));
    for (const [n, uuid] of [gone, alsoGone].entries())
      await db.query('INSERT INTO library_leftover (path, vod_uuid, key) VALUES ($1, $2, $1), ($3, $2, $3)', [
        `quay/${n}/a.mp4`,
        uuid,
        `quay/${n}/b.mp4`,
      ]);
    await expect(house.app.get(LibraryLinks, { strict: false }).round()).rejects.toThrow(`${gone}: EIO`);
    const left = await db.query<{ path: string }[]>('SELECT path FROM library_leftover ORDER BY path');
    expect(left.map(({ path }) => path)).toEqual(['quay/0/a.mp4', 'quay/1/a.mp4']);
    look.mockRestore();
    await db.query('DELETE FROM library_leftover');
  });

  it('a file of a VOD stands in the library beside one that cannot', async () => {
    const vod = aVod();
    await store(db, vod);
    for (const name of ['a', 'b']) {
      const file = aFile({ vodUuid: vod.uuid, fileId: name });
      await db.manager.save(file);
      await house.storage.put(file.key, Buffer.from('x'));
    }
    const library = house.storage.library!;
    const { link } = library;
    jest
      .spyOn(library, 'link')
      .mockImplementation((key, path) => (path.endsWith('a.mp4') ? broken() : link.call(library, key, path)));
    await house.app.get(LibraryLinks, { strict: false }).follow(vod.uuid);
    const files = await db.manager.find(FileEntity, { where: { vodUuid: vod.uuid }, order: { fileId: 'ASC' } });
    expect(files.map(({ libraryPath }) => libraryPath !== null)).toEqual([false, true]);
  });

  it('what nobody needs goes', async () => {
    const [stuck, free] = [aVod({ segmentsGone: true }), aVod({ segmentsGone: true })];
    await store(db, stuck, free);
    for (const { uuid } of [stuck, free])
      await house.storage.put(`${objectKeys.parts(uuid)}01/s/1.ts`, Buffer.from('x'));
    await db.query(
      `INSERT INTO due_object (key, at) SELECT 'vods/' || n || '/x', now() - interval '2 hours' FROM generate_series(1, 600) n`,
    );
    const graves = [randomUUID(), randomUUID()];
    for (const uuid of graves) {
      await house.storage.put(
        objectKeys.tombstone(uuid),
        Buffer.from(JSON.stringify({ uuid, basename: 'x', at: new Date().toISOString() })),
      );
      await house.storage.put(`${objectKeys.vod(uuid)}files/f0/x.mp4`, Buffer.from('x'));
    }
    const bad = (key: string): boolean =>
      key.startsWith(objectKeys.vod(stuck.uuid)) ||
      key.startsWith(objectKeys.vod(graves.toSorted()[0]!)) ||
      key === 'vods/1/x';
    const { deletePrefix, delete: drop } = house.storage;
    jest
      .spyOn(house.storage, 'deletePrefix')
      .mockImplementation((prefix) => (bad(prefix) ? broken() : deletePrefix.call(house.storage, prefix)));
    jest
      .spyOn(house.storage, 'delete')
      .mockImplementation((keys) => (keys.some(bad) ? broken() : drop.call(house.storage, keys)));
    const thrown = await house.app
      .get(Sweeper, { strict: false })
      .round()
      .catch((fault: unknown) => messageOf(fault));
    expect(thrown).toContain(`${stuck.basename}: EIO`);
    expect(await house.objects(objectKeys.parts(free.uuid))).toEqual([]);
    expect(await db.query('SELECT key FROM due_object')).toEqual([{ key: 'vods/1/x' }]);
    expect(await house.objects(objectKeys.vod(graves.toSorted()[1]!))).toEqual([]);
  });

  it('files are looked for', async () => {
    const vod = aVod();
    await store(db, vod);
    const [unknown, lost] = ['a', 'b'].map((name) => aFile({ vodUuid: vod.uuid, fileId: name }));
    await db.manager.save([unknown!, lost!]);
    const { head } = house.storage;
    jest
      .spyOn(house.storage, 'head')
      .mockImplementation((key) => (key === unknown!.key ? broken() : head.call(house.storage, key)));
    await expect(house.app.get(FileWatch, { strict: false }).look(vod.uuid)).rejects.toThrow('EIO');
    expect((await db.manager.findOneByOrFail(FileEntity, { id: lost!.id })).missingSince).not.toBeNull();
  });

  it('what is known of channels is noted', async () => {
    const [bad, good] = [aChannel(), aChannel()];
    await store(db, bad, good);
    const facts = { login: 'x', displayName: 'X', avatarUrl: '', offlineImageUrl: '', description: '' };
    const channels = house.app.get(ChannelRepository, { strict: false });
    const { noteSite } = channels;
    jest
      .spyOn(channels, 'noteSite')
      .mockImplementation((uuid, found) => (uuid === bad.uuid ? broken() : noteSite.call(channels, uuid, found)));
    const sites = house.app.get(Sites, { strict: false });
    const provider = {
      ...sites.of('hls'),
      kind: 'hls',
      batch: 10,
      facts: (asked: readonly { readonly key: string }[]) =>
        Promise.resolve(new Map(asked.map(({ key }) => [key, facts]))),
    };
    jest.spyOn(sites, 'all').mockReturnValue([provider as never]);
    await house.app.get(SiteFacts, { strict: false }).round();
    expect((await channels.find(good.uuid))?.site).toMatchObject({ login: 'x' });
  });
});

describe('eachOf', () => {
  it('tells of each by its name, and of many by their number', async () => {
    const fail = (n: number): Promise<never> => Promise.reject(new OutsideError('x', `EIO ${n}`));
    await expect(eachOf([1, 2], fail, { about: (n) => `item ${n}` })).rejects.toThrow('item 1: EIO 1; item 2: EIO 2');
    await expect(eachOf([1, 2, 3, 4, 5, 6, 7], fail)).rejects.toThrow('EIO 5; and 2 more');
  });

  it('begins no more once it is stopped', async () => {
    const stopped = new AbortController();
    const done: number[] = [];
    await eachOf(
      [1, 2, 3],
      (n) => {
        done.push(n);
        if (n === 2) stopped.abort();
        return Promise.resolve();
      },
      { signal: stopped.signal },
    );
    expect(done).toEqual([1, 2]);
  });
});
