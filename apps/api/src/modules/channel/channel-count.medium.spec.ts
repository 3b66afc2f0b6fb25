import 'reflect-metadata';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type DataSource } from 'typeorm';
import { buildDataSource } from '../../persistence/database/data-source.js';
import { Transactions } from '../../persistence/database/tx.js';
import { aChannel, aVod, store } from '../../testing/rows.js';
import { ChannelCounts } from '../../persistence/repositories/channel-count.repository.js';
import { migratedDatabase } from '../../testing/migrated-database.js';

let postgres: PostgresOfRun;
let db: DataSource;
let counts: ChannelCounts;
const CHANNELS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;

beforeAll(async () => {
  postgres = await postgresOfRun();
  db = buildDataSource(await migratedDatabase(postgres.url));
  await db.initialize();
  counts = new ChannelCounts(new Transactions(db));
}, 60_000);
afterAll(async () => {
  await db.destroy();
  await postgres.stop();
});
beforeEach(async () => {
  await db.query('TRUNCATE channel, vod, file, due_object, channel_count CASCADE');
  await store(db, ...CHANNELS.map((uuid, i) => aChannel({ uuid, internalName: `c${i}` })));
});

/**
 * Counted again from the rows: segments until they are deleted (`bytes` is 0 then), and files that no row names any
 * more until their objects are gone.
 */
const recounted = async () =>
  Object.fromEntries(
    (
      await db.query<{ channel_uuid: string; vods: number; archived: number; bytes: number }[]>(`
  SELECT v.channel_uuid, COUNT(*) FILTER (WHERE v.archived_at IS NULL)::int AS vods, COUNT(v.archived_at)::int AS archived,
    SUM(v.bytes + COALESCE((v.chat -> 'file' ->> 'sizeBytes')::bigint, 0) + COALESCE((v.downloaded_chat ->> 'sizeBytes')::bigint, 0)
      + (SELECT COALESCE(SUM(f.size_bytes), 0) FROM file f WHERE f.vod_uuid = v.uuid AND NOT f.deleted AND f.missing_since IS NULL)
      + (SELECT COALESCE(SUM(d.bytes), 0) FROM due_object d WHERE d.vod_uuid = v.uuid))::int AS bytes
  FROM vod v GROUP BY v.channel_uuid`)
    ).map(({ channel_uuid, ...count }) => [channel_uuid, count]),
  );
const retained = async () =>
  Object.fromEntries([...(await counts.of(CHANNELS))].filter(([, count]) => count.vods + count.archived > 0));

const uuidOf = (n: number): string => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
const n = fc.integer({ min: 0, max: 5 });
const bytes = fc.integer({ min: 0, max: 1_000 });
type Step = readonly [sql: string, values: readonly unknown[]] | 'make';
const step: fc.Arbitrary<{ readonly vod: number; readonly step: Step; readonly channel: string }> = fc.record({
  vod: n,
  channel: fc.constantFrom(...CHANNELS),
  step: fc.oneof(
    fc.constant('make' as const),
    bytes.map((b): Step => ['UPDATE vod SET bytes = $2 WHERE uuid = $1', [b]]),
    fc.constant<Step>(['UPDATE vod SET segments_gone = NOT segments_gone WHERE uuid = $1', []]),
    fc.constant<Step>([
      'UPDATE vod SET archived_at = CASE WHEN archived_at IS NULL THEN now() END WHERE uuid = $1',
      [],
    ]),
    fc.constant<Step>(['DELETE FROM vod WHERE uuid = $1', []]),
    bytes.map((b): Step => [
      `INSERT INTO file (id, vod_uuid, file_id, attempt, key, basename, size_bytes, start_ms, end_ms, video_ms, metadata, created_at) SELECT gen_random_uuid()::text, uuid, 'f', 'a', 'k', 'b', $2, 0, 0, 0, '{}', now() FROM vod WHERE uuid = $1`,
      [b],
    ]),
    fc.constant<Step>(['UPDATE file SET deleted = NOT deleted WHERE vod_uuid = $1', []]),
    fc.constant<Step>([
      'UPDATE file SET missing_since = CASE WHEN missing_since IS NULL THEN now() END WHERE vod_uuid = $1',
      [],
    ]),
    fc.constant<Step>(['DELETE FROM file WHERE vod_uuid = $1', []]),
    bytes.map((b): Step => ['UPDATE file SET size_bytes = $2 WHERE vod_uuid = $1', [b]]),
    bytes.map((b): Step => [
      'INSERT INTO due_object (key, vod_uuid, bytes) SELECT gen_random_uuid()::text, uuid, $2 FROM vod WHERE uuid = $1',
      [b],
    ]),
    fc.constant<Step>(['DELETE FROM due_object WHERE vod_uuid = $1', []]),
    bytes.map((b): Step => [
      `UPDATE vod SET chat = jsonb_build_object('file', jsonb_build_object('sizeBytes', $2::int)) WHERE uuid = $1`,
      [b],
    ]),
    bytes.map((b): Step => [
      `UPDATE vod SET downloaded_chat = jsonb_build_object('sizeBytes', $2::int) WHERE uuid = $1`,
      [b],
    ]),
  ),
});

it('keeps number and size of the VODs of a channel equal to a recount after any change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const { vod, channel, step: what } of steps) {
        const uuid = uuidOf(vod);
        if (what !== 'make') await db.query(what[0], [uuid, ...what[1]]);
        else if ((await db.query<unknown[]>('SELECT 1 FROM vod WHERE uuid = $1', [uuid])).length === 0)
          await store(db, aVod({ uuid, channelUuid: channel, bytes: 7 }));
      }
      const expected = await recounted();
      expect(await retained()).toEqual(expected);
      expect(await counts.bytes()).toBe(
        Object.values(expected).reduce((sum, count) => sum + (count as { bytes: number }).bytes, 0),
      );
    }),
    { numRuns: 25 },
  );
}, 60_000);

it('ignores changes that were rolled back', async () => {
  await db
    .transaction(async (tx) => {
      await tx.save(aVod({ channelUuid: CHANNELS[0], bytes: 9 }));
      throw new RangeError('no');
    })
    .catch(() => undefined);
  expect(await retained()).toEqual({});
});
