import 'reflect-metadata';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
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
