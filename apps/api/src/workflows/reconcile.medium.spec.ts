import 'reflect-metadata';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { HLS_KIND, type Lease } from '#libs/contracts';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { SourceAddresses } from '../sites/source-addresses.js';
import { TestApp, eventually } from '../testing/test-app.js';
import { aChannel, aVod, store } from '../testing/rows.js';
import { Reconcile } from './reconcile.js';

jest.setTimeout(60_000);

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ without: ['detection'] });
});
afterAll(async () => {
  await app.stop();
});

it('a recording that cannot be assigned again does not prevent the others', async () => {
  const db = app.nest.get(DataSource, { strict: false });
  const channels = ['gone', 'hls', 'gone'].map((providerKind) => aChannel({ providerKind }));
  const vods = channels.map(({ uuid, providerKind }) =>
    aVod({ channelUuid: uuid, providerKind, state: 'waiting', assigned: true, endedAt: null, convertState: null }),
  );
  await store(db, ...channels, ...vods);
  app.nest.get(Reconcile, { strict: false }).checkAll();
  await eventually(async () => (await app.bus.assignments.get(vods[1]?.uuid ?? '')) !== null, 'the assignment');
  expect((await app.bus.assignments.all()).map(({ key }) => key)).toEqual([vods[1]?.uuid]);
});

it('security-source an address in clear is sealed, but not while a recorder of an earlier version records it', async () => {
  const db = app.nest.get(DataSource, { strict: false });
  const address = 'http://127.0.0.1:9/live.m3u8';
  const channel = aChannel({ sourceUrl: address, sourceId: address });
  const [old, present, free] = ['old', 'present', 'free'].map(() =>
    aVod({ channelUuid: channel.uuid, state: 'waiting', assigned: true, endedAt: null, convertState: null }),
  );
  if (!old || !present || !free) throw new TypeError('three VODs');
  const sealed = app.nest.get(SourceAddresses, { strict: false }).columnsOf(HLS_KIND, channel.uuid, channel);
  await store(db, Object.assign(channel, sealed), old, present, free);
  const leaseOf = ({ uuid }: VodEntity, more: Partial<Lease> = {}) => {
    const value = {
      vodUuid: uuid,
      partId: ulid(),
      recorder: 'n/0',
      node: 'n',
      pid: 1,
      since: new Date().toISOString(),
    };
    return { key: uuid, revision: 1, value: { ...value, ...more } };
  };
  const ofPresent = leaseOf(present, { comparesOpened: true });
  const leases = jest.spyOn(app.bus.leases, 'all').mockResolvedValue([leaseOf(old), ofPresent]);
  for (const { uuid } of [old, present, free])
    await app.bus.assignments.put({
      vodUuid: uuid,
      channelUuid: channel.uuid,
      channelName: channel.internalName,
      providerKind: HLS_KIND,
      sourceUrl: address,
      sealedHeaders: null,
      qualities: [],
      nearestBelow: false,
      priority: 50,
      staleTargets: 5,
      createdAt: new Date().toISOString(),
    });
  const isClear = async ({ uuid }: VodEntity): Promise<boolean> =>
    (await app.bus.assignments.get(uuid))?.value.sourceUrl === address;
  const reconcile = app.nest.get(Reconcile, { strict: false });
  reconcile.checkAll();
  await eventually(async () => !(await isClear(present)) && !(await isClear(free)), 'the sealed ones');
  expect(await isClear(old)).toBe(true);

  leases.mockResolvedValue([ofPresent]);
  reconcile.checkAll();
  await eventually(async () => !(await isClear(old)), 'the last one');
  leases.mockRestore();
});
