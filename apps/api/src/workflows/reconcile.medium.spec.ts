import 'reflect-metadata';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ApiHouse, eventually } from '../testing/api-house.js';
import { aChannel, aVod, store } from '../testing/rows.js';
import { Reconcile } from './reconcile.js';

jest.setTimeout(60_000);

let house: ApiHouse;
beforeAll(async () => {
  house = await ApiHouse.start({ without: ['detection'] });
});
afterAll(async () => {
  await house.stop();
});

it('a recording that cannot be assigned again keeps no other one from it', async () => {
  const db = house.app.get(DataSource, { strict: false });
  const channels = ['gone', 'hls', 'gone'].map((providerKind) => aChannel({ providerKind }));
  const vods = channels.map(({ uuid, providerKind }) =>
    aVod({ channelUuid: uuid, providerKind, state: 'waiting', assigned: true, endedAt: null, convertState: null }),
  );
  await store(db, ...channels, ...vods);
  house.app.get(Reconcile, { strict: false }).lookAtAll();
  await eventually(async () => (await house.bus.assignments.get(vods[1]?.uuid ?? '')) !== null, 'the assignment');
  expect((await house.bus.assignments.all()).map(({ key }) => key)).toEqual([vods[1]?.uuid]);
});
