import 'reflect-metadata';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { ChannelEntity } from '../entities/channel.entity.js';
import { ChannelRepository } from '../repositories/channel.repository.js';
import { VodEntity } from '../entities/vod.entity.js';
import { aChannel, aVod, store } from '../../testing/rows.js';
import { buildDataSource } from './data-source.js';
import { readRows } from './read-rows.js';
import { Transactions } from './tx.js';
import { migratedDatabase } from '../../testing/migrated-database.js';

let postgres: PostgresOfRun;
let db: DataSource;
beforeAll(async () => {
  postgres = await postgresOfRun();
  db = buildDataSource(await migratedDatabase(postgres.url));
  await db.initialize();
  await store(
    db,
    aChannel({ internalName: 'b', numbering: { month: '202611', number: 3, absoluteSeason: 1, absoluteNumber: 9 } }),
    aChannel({ internalName: 'a' }),
    aVod({ bytes: 5e12, mediaMs: 12, gaps: [] }),
  );
}, 60_000);
afterAll(async () => {
  await db.destroy();
  await postgres.stop();
});

it('reads the same entities as the ORM, with bytes as numbers and times as dates', async () => {
  const read = await readRows(db.manager, VodEntity, { sql: 'SELECT * FROM vod' });
  expect(read).toEqual(await db.manager.find(VodEntity));
  expect(read[0]?.bytes).toBe(5e12);
  expect(
    await readRows(db.manager, VodEntity, { sql: 'SELECT * FROM vod WHERE basename = $1', values: ['none'] }),
  ).toEqual([]);
});

it('lists channels by name, with exactly the columns that the query selects', async () => {
  const listed = await new ChannelRepository(new Transactions(db)).listed();
  const whole = await db.manager.find(ChannelEntity, { order: { displayName: 'ASC' } });
  expect(listed.map((c) => c.internalName)).toEqual(['a', 'b']);
  expect(listed).toEqual(
    whole.map((c) =>
      expect.objectContaining(
        Object.fromEntries(Object.entries(listed[0] ?? {}).map(([key]) => [key, c[key as keyof ChannelEntity]])),
      ),
    ),
  );
});
