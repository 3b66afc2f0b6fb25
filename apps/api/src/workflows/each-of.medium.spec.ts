import 'reflect-metadata';
import { objectKeys } from '#libs/contracts';
import { OutsideError } from '#libs/errors';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { LocalVideoRounds } from '../modules/local-video/local-video-rounds.js';
import { LocalVideos } from '../modules/local-video/local-videos.service.js';
import { SpaceRounds } from '../modules/space/space-rounds.js';
import { SpaceRepository } from '../modules/space/space.repository.js';
import { VodSpaceEntity } from '../modules/space/vod-space.entity.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { ApiHouse } from '../testing/api-house.js';
import { aChannel, aVod, store } from '../testing/rows.js';
import { Manifests } from './manifests.js';

jest.setTimeout(60_000);

let house: ApiHouse;
let db: DataSource;
beforeAll(async () => {
  house = await ApiHouse.start({ asksSites: false });
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
    const before = (await house.objects(objectKeys.vod(good.uuid))).length;
    await expect(manifests.round()).rejects.toThrow('EIO');
    expect((await house.objects(objectKeys.vod(good.uuid))).length).toBeGreaterThan(before);
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
    await expect(house.app.get(SpaceRounds, { strict: false }).round()).rejects.toThrow('EIO');
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
    await expect(house.app.get(LocalVideoRounds, { strict: false }).round()).rejects.toThrow('EIO');
    expect(seen.toSorted()).toEqual(channels.map(({ uuid }) => uuid).toSorted());
    scan.mockRestore();
  });
});
