import 'reflect-metadata';
import { objectKeys } from '#libs/contracts';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ClipEntity } from '../persistence/entities/clip.entity.js';
import { ClipRepository } from '../persistence/repositories/clip.repository.js';
import { Clips } from '../modules/clip/clips.service.js';
import { DeleteVod } from '../modules/vod/delete-vod.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { TestApp } from '../testing/test-app.js';
import { aVod, store } from '../testing/rows.js';
import { Manifests } from './manifests.js';

let app: TestApp;
const of = <T>(kind: abstract new (...args: never[]) => T): T => app.nest.get(kind as never, { strict: false });
const db = (): DataSource => app.nest.get(DataSource, { strict: false });
beforeAll(async () => {
  // Only the tests write manifests.
  app = await TestApp.start({ without: ['detection', 'file-check', 'manifests'] });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await app.stop();
});

/** Runs `first` before each object below a prefix is written. */
function putAfter(prefix: string, first: () => Promise<unknown>): void {
  const { put } = app.storage;
  jest.spyOn(app.storage, 'put').mockImplementation(async (key, ...rest) => {
    if (key.startsWith(prefix)) await first();
    return put.call(app.storage, key, ...rest);
  });
}

it('nothing is left of a VOD that is deleted while its manifest is written', async () => {
  const vod = aVod();
  putAfter(objectKeys.vod(vod.uuid), () => of(DeleteVod).run(vod.uuid));
  await store(db(), vod);
  await of(Manifests).run();
  expect(await of(VodRepository).find(vod.uuid)).toBeNull();
  expect(await app.objects(objectKeys.vod(vod.uuid))).toEqual([]);
});

it('no manifest is written of a VOD that is deleted before its turn', async () => {
  const vod = aVod();
  jest.spyOn(of(VodRepository), 'dueManifests').mockResolvedValue([vod]);
  await of(Manifests).run();
  expect(await app.objects(objectKeys.vod(vod.uuid))).toEqual([]);
});

it('nothing is left of a clip that is deleted while its manifest is written', async () => {
  const uuid = randomUUID();
  const clip = Object.assign(new ClipEntity(), {
    uuid,
    channelUuid: null,
    channelName: 'quay',
    providerKind: 'hls',
    siteId: uuid,
    folder: 'quay',
    basename: 'a.mp4',
    title: 'a',
    key: objectKeys.clipFile(uuid, 'a.mp4'),
    sizeBytes: 1,
    durationMs: 1000,
    createdAt: new Date(),
    savedAt: new Date(),
  });
  putAfter(objectKeys.clipManifest(uuid), () => of(Clips).remove(uuid));
  await db().manager.save(clip);
  await of(Manifests).run();
  expect(await of(ClipRepository).find(uuid)).toBeNull();
  expect(await app.objects(objectKeys.clip(uuid))).toEqual([]);
});
