import 'reflect-metadata';
import { objectKeys } from '#libs/contracts';
import { messageOf, OutsideError, untranslated } from '#libs/errors';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ChannelProfiles } from '../detection/channel-profiles.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { LocalVideoScan } from '../modules/local-video/local-video-scan.js';
import { LocalVideos } from '../modules/local-video/local-videos.service.js';
import { LibraryLinks } from '../library/library-links.js';
import { VodSpaceCounter } from '../modules/space/vod-space-counter.js';
import { SpaceRepository } from '../persistence/repositories/space.repository.js';
import { VodSpaceEntity } from '../persistence/entities/vod-space.entity.js';
import { FileEntity } from '../persistence/entities/file.entity.js';
import { MissingFiles } from '../modules/vod/missing-files.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { Sites } from '../sites/sites.js';
import { TestApp } from '../testing/test-app.js';
import { aChannel, aFile, aVod, store } from '../testing/rows.js';
import { forEachCollectingErrors } from './for-each-collecting-errors.js';
import { Manifests } from '../workflows/manifests.js';
import { Sweeper } from '../workflows/sweeper.js';

jest.setTimeout(60_000);

let app: TestApp;
let db: DataSource;
beforeAll(async () => {
  app = await TestApp.start({ without: ['detection', 'file-check'] });
  db = app.nest.get(DataSource, { strict: false });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await app.stop();
});

/** Answer of a storage operation that fails. */
const broken = (): Promise<never> => Promise.reject(new OutsideError(untranslated('storage-unavailable', 'EIO')));
const isCounted = async ({ uuid }: VodEntity): Promise<boolean> =>
  db.manager.existsBy(VodSpaceEntity, { vodUuid: uuid });
/** Stores three VODs. Each test makes the operations on the `bad` ones, the first and the last, fail. */
async function storeThreeVods(): Promise<{
  readonly rows: VodEntity[];
  readonly bad: readonly string[];
  readonly good: VodEntity;
}> {
  const [first, good, last] = [aVod(), aVod(), aVod()];
  await store(db, first, good, last);
  return { rows: [first, good, last], bad: [first.uuid, last.uuid], good };
}

describe('a failure of one item does not stop the others', () => {
  it('the manifests of the other VODs are written', async () => {
    const { put } = app.storage;
    const { rows, bad, good } = await storeThreeVods();
    jest
      .spyOn(app.storage, 'put')
      .mockImplementation((key, ...rest) =>
        bad.some((uuid) => key.startsWith(objectKeys.vod(uuid))) ? broken() : put.call(app.storage, key, ...rest),
      );
    jest.spyOn(app.nest.get(VodRepository, { strict: false }), 'dueManifests').mockResolvedValue(rows);
    const manifests = app.nest.get(Manifests, { strict: false });
    const stored = async () => (await app.objects(objectKeys.vod(good.uuid))).map(({ key }) => key);
    const before = await stored();
    await expect(manifests.run()).rejects.toThrow('EIO');
    // A scheduled run may have written a manifest before; only the newest two are kept.
    expect((await stored()).filter((key) => !before.includes(key))).not.toEqual([]);
  });

  it('the space of the other VODs is counted', async () => {
    const { list } = app.storage;
    const { rows, bad, good } = await storeThreeVods();
    jest.spyOn(app.nest.get(SpaceRepository, { strict: false }), 'due').mockResolvedValue(rows);
    jest.spyOn(app.storage, 'list').mockImplementation((prefix) => {
      if (bad.some((uuid) => prefix.startsWith(objectKeys.vod(uuid))))
        throw new OutsideError(untranslated('storage-unavailable', 'EIO'));
      return list.call(app.storage, prefix);
    });
    await expect(app.nest.get(VodSpaceCounter, { strict: false }).run()).rejects.toThrow('EIO');
    expect(await isCounted(good)).toBe(true);
  });

  it('the folders of the other channels are scanned for local videos', async () => {
    const channels = [aChannel(), aChannel(), aChannel()];
    await store(db, ...channels);
    await app.call('PUT', '/settings', { config: { 'localvideos.enabled': true } });
    const seen: string[] = [];
    const scan = jest.spyOn(app.nest.get(LocalVideos, { strict: false }), 'scan').mockImplementation(({ uuid }) => {
      seen.push(uuid);
      return broken();
    });
    await expect(app.nest.get(LocalVideoScan, { strict: false }).run()).rejects.toThrow('EIO');
    expect(seen.toSorted()).toEqual(channels.map(({ uuid }) => uuid).toSorted());
    scan.mockRestore();
  });

  it('library names of the other VODs are updated, even of deleted VODs', async () => {
    const [gone, alsoGone] = [randomUUID(), randomUUID()];
    const library = app.storage.library!;
    const checkFiles = jest
      .spyOn(library, 'stateOf')
      .mockImplementation((path) => (path.endsWith('a.mp4') ? broken() : Promise.resolve('free')));
    for (const [n, uuid] of [gone, alsoGone].entries())
      await db.query('INSERT INTO library_leftover (path, vod_uuid, key) VALUES ($1, $2, $1), ($3, $2, $3)', [
        `quay/${n}/a.mp4`,
        uuid,
        `quay/${n}/b.mp4`,
      ]);
    await expect(app.nest.get(LibraryLinks, { strict: false }).run()).rejects.toThrow(`${gone}: EIO`);
    const left = await db.query<{ path: string }[]>('SELECT path FROM library_leftover ORDER BY path');
    expect(left.map(({ path }) => path)).toEqual(['quay/0/a.mp4', 'quay/1/a.mp4']);
    checkFiles.mockRestore();
    await db.query('DELETE FROM library_leftover');
  });

  it('the other files of a VOD are linked in the library', async () => {
    const vod = aVod();
    await store(db, vod);
    for (const name of ['a', 'b']) {
      const file = aFile({ vodUuid: vod.uuid, fileId: name });
      await db.manager.save(file);
      await app.storage.put(file.key, Buffer.from('x'));
    }
    const library = app.storage.library!;
    const { link } = library;
    jest
      .spyOn(library, 'link')
      .mockImplementation((key, path) => (path.endsWith('a.mp4') ? broken() : link.call(library, key, path)));
    await app.nest.get(LibraryLinks, { strict: false }).follow(vod.uuid);
    const files = await db.manager.find(FileEntity, { where: { vodUuid: vod.uuid }, order: { fileId: 'ASC' } });
    expect(files.map(({ libraryPath }) => libraryPath !== null)).toEqual([false, true]);
  });

  it('the other unneeded objects are deleted', async () => {
    const [stuck, free] = [aVod({ segmentsGone: true }), aVod({ segmentsGone: true })];
    await store(db, stuck, free);
    for (const { uuid } of [stuck, free]) await app.storage.put(`${objectKeys.parts(uuid)}01/s/1.ts`, Buffer.from('x'));
    await db.query(
      `INSERT INTO due_object (key, at) SELECT 'vods/' || n || '/x', now() - interval '2 hours' FROM generate_series(1, 600) n`,
    );
    const deletedUuids = [randomUUID(), randomUUID()];
    for (const uuid of deletedUuids) {
      await app.storage.put(
        objectKeys.tombstone(uuid),
        Buffer.from(JSON.stringify({ uuid, basename: 'x', at: new Date().toISOString() })),
      );
      await app.storage.put(`${objectKeys.vod(uuid)}files/f0/x.mp4`, Buffer.from('x'));
    }
    const bad = (key: string): boolean =>
      key.startsWith(objectKeys.vod(stuck.uuid)) ||
      key.startsWith(objectKeys.vod(deletedUuids.toSorted()[0]!)) ||
      key === 'vods/1/x';
    const { deletePrefix, delete: deleteObjects } = app.storage;
    jest
      .spyOn(app.storage, 'deletePrefix')
      .mockImplementation((prefix) => (bad(prefix) ? broken() : deletePrefix.call(app.storage, prefix)));
    jest
      .spyOn(app.storage, 'delete')
      .mockImplementation((keys) => (keys.some(bad) ? broken() : deleteObjects.call(app.storage, keys)));
    const thrown = await app.nest
      .get(Sweeper, { strict: false })
      .run()
      .catch((fault: unknown) => messageOf(fault));
    expect(thrown).toContain(`${stuck.basename}: EIO`);
    expect(await app.objects(objectKeys.parts(free.uuid))).toEqual([]);
    expect(await db.query('SELECT key FROM due_object')).toEqual([{ key: 'vods/1/x' }]);
    expect(await app.objects(objectKeys.vod(deletedUuids.toSorted()[1]!))).toEqual([]);
  });

  it('the other files of a VOD are checked', async () => {
    const vod = aVod();
    await store(db, vod);
    const [unknown, lost] = ['a', 'b'].map((name) => aFile({ vodUuid: vod.uuid, fileId: name }));
    await db.manager.save([unknown!, lost!]);
    const { head } = app.storage;
    jest
      .spyOn(app.storage, 'head')
      .mockImplementation((key) => (key === unknown!.key ? broken() : head.call(app.storage, key)));
    await expect(app.nest.get(MissingFiles, { strict: false }).check(vod.uuid)).rejects.toThrow('EIO');
    expect((await db.manager.findOneByOrFail(FileEntity, { id: lost!.id })).missingSince).not.toBeNull();
  });

  it('the profiles of the other channels are saved', async () => {
    const [bad, good] = [aChannel(), aChannel()];
    await store(db, bad, good);
    const profile = { login: 'x', displayName: 'X', avatarUrl: '', offlineImageUrl: '', description: '' };
    const channels = app.nest.get(ChannelRepository, { strict: false });
    const { saveSite } = channels;
    jest
      .spyOn(channels, 'saveSite')
      .mockImplementation((uuid, found) => (uuid === bad.uuid ? broken() : saveSite.call(channels, uuid, found)));
    const sites = app.nest.get(Sites, { strict: false });
    const provider = {
      ...sites.of('hls'),
      kind: 'hls',
      batch: 10,
      profiles: (targets: readonly { readonly key: string }[]) =>
        Promise.resolve(new Map(targets.map(({ key }) => [key, profile]))),
    };
    jest.spyOn(sites, 'all').mockReturnValue([provider as never]);
    await app.nest.get(ChannelProfiles, { strict: false }).run();
    expect((await channels.find(good.uuid))?.site).toMatchObject({ login: 'x' });
  });
});

describe('forEachCollectingErrors', () => {
  it('names each failed item, and counts many', async () => {
    const fail = (n: number): Promise<never> => Promise.reject(new OutsideError(untranslated('x', `EIO ${n}`)));
    await expect(forEachCollectingErrors([1, 2], fail, { about: (n) => `item ${n}` })).rejects.toThrow(
      'item 1: EIO 1; item 2: EIO 2',
    );
    await expect(forEachCollectingErrors([1, 2, 3, 4, 5, 6, 7], fail)).rejects.toThrow('EIO 5; and 2 more');
  });

  it('starts no further item after an abort', async () => {
    const stopped = new AbortController();
    const done: number[] = [];
    await forEachCollectingErrors(
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
