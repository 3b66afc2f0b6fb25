import 'reflect-metadata';
import { objectKeys } from '#libs/contracts';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ChannelEntity } from '../persistence/entities/channel.entity.js';
import { VodEntity } from '../persistence/entities/vod.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { aChannel, aVod, store } from '../testing/rows.js';
import { eventually, TestApp } from '../testing/test-app.js';
import { Manifests } from '../workflows/manifests.js';
import { SourceAddresses } from './source-addresses.js';

const ADDRESS = 'http://127.0.0.1:9/live/key-in-path/index.m3u8?token=token-in-query';
const SECRETS = /key-in-path|token-in-query/;

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ without: ['manifests'] });
}, 60_000);
afterAll(async () => {
  await app.stop();
});

const db = (): DataSource => app.nest.get(DataSource, { strict: false });

it('security-source the next start seals what an earlier version stored in clear: rows, assignments and manifests', async () => {
  const channel = aChannel({ sourceUrl: ADDRESS, sourceId: ADDRESS });
  const vod = aVod({ channelUuid: channel.uuid });
  await store(db(), channel, vod);
  const manifest = (revision: number) => objectKeys.manifest(vod.uuid, revision);
  for (const revision of [1, 2]) await app.storage.put(manifest(revision), Buffer.from(JSON.stringify({ ADDRESS })));
  await db().query('UPDATE vod SET manifest_revision = 2, manifest_version = version');
  const waiting = aVod({ channelUuid: channel.uuid, state: 'waiting', assigned: true, endedAt: null });
  await store(db(), waiting);
  await app.bus.assignments.put({
    vodUuid: waiting.uuid,
    channelUuid: channel.uuid,
    channelName: channel.internalName,
    providerKind: channel.providerKind,
    sourceUrl: ADDRESS,
    sealedHeaders: null,
    qualities: [],
    nearestBelow: false,
    priority: 50,
    staleTargets: 5,
    createdAt: new Date().toISOString(),
  });

  app = await app.restarted({ without: ['manifests'] });
  const row = await db().manager.findOneByOrFail(ChannelEntity, { uuid: channel.uuid });
  expect(row.sourceUrl).toBe('http://127.0.0.1:9');
  expect(row.sourceId).toMatch(/^hls-/);
  expect(app.nest.get(SourceAddresses, { strict: false }).addressOf(row)).toBe(ADDRESS);
  expect(JSON.stringify(await db().query('SELECT * FROM channel'))).not.toMatch(SECRETS);
  const assigned = await eventually(async () => {
    const found = (await app.bus.assignments.get(waiting.uuid))?.value.sourceUrl;
    return found === ADDRESS ? null : found;
  }, 'the sealed assignment');
  expect(assigned).toBe(row.sourceAddress);

  const manifests = app.nest.get(Manifests, { strict: false });
  // Storage is away: each try takes a revision.
  const { put } = app.storage;
  const refusing = jest.spyOn(app.storage, 'put').mockImplementation(async (key, ...rest) => {
    if (key.startsWith(objectKeys.manifests(vod.uuid))) throw new TypeError('no storage');
    return put.call(app.storage, key, ...rest);
  });
  for (let tries = 0; tries < 3; tries += 1) await expect(manifests.run()).rejects.toThrow('no storage');
  refusing.mockRestore();
  await eventually(async () => {
    await manifests.run();
    const { manifestVersion, version } = await db().manager.findOneByOrFail(VodEntity, { uuid: vod.uuid });
    return manifestVersion === version;
  }, 'the new manifest');
  const keys = (await app.objects(objectKeys.manifests(vod.uuid))).map(({ key }) => key);
  expect(keys).toHaveLength(1);
  for (const key of keys) expect((await app.storage.read(key)).toString()).not.toMatch(SECRETS);

  // A second start changes nothing.
  app = await app.restarted({ without: ['manifests'] });
  const again = await db().manager.findOneByOrFail(ChannelEntity, { uuid: channel.uuid });
  expect(again.sourceAddress).toBe(row.sourceAddress);
});

it('security-source the start does not wait for a dump of the database, which would hold up every query of channels', async () => {
  const dump = db().createQueryRunner();
  await dump.startTransaction();
  // The server ends the dump then, so a vacuum that waits for it ends too.
  await dump.query("SET LOCAL idle_in_transaction_session_timeout = '25s'");
  await dump.query('LOCK TABLE channel IN ACCESS SHARE MODE');
  await expect(app.nest.get(ChannelRepository, { strict: false }).vacuum()).rejects.toThrow(/lock timeout/);
  await dump.rollbackTransaction();
  await dump.release();
  await app.nest.get(ChannelRepository, { strict: false }).vacuum();
  const settings = await Promise.all(Array.from({ length: 5 }, () => db().query('SHOW lock_timeout')));
  expect(settings).toEqual(settings.map(() => [{ lock_timeout: '0' }]));
}, 60_000);
