import 'reflect-metadata';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type DataSource } from 'typeorm';
import { buildDataSource } from '../../persistence/database/data-source.js';
import { Transactions } from '../../persistence/database/tx.js';
import { aChannel, aVod, store } from '../../testing/rows.js';
import { ChannelCounts } from '../../persistence/repositories/channel-count.repository.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { SpaceRepository } from '../../persistence/repositories/space.repository.js';
import { migratedDatabase } from '../../testing/migrated-database.js';

let postgres: PostgresOfRun;
let db: DataSource;
const CHANNELS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;

beforeAll(async () => {
  postgres = await postgresOfRun();
}, 60_000);
afterAll(async () => {
  await postgres.stop();
});

const space = () => new SpaceRepository(new Transactions(db));
const uuidOf = (n: number): string => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;

/** The sums by kind, computed from all rows. */
async function sumsOfRows(): Promise<Record<string, number>> {
  const [row] = await db.query<Record<string, string>[]>(`SELECT
    (SELECT COALESCE(SUM(bytes + copy_bytes), 0) FROM vod) + (SELECT COALESCE(SUM(segments), 0) FROM leaving_vod) AS segments,
    (SELECT COALESCE(SUM(size_bytes), 0) FROM file WHERE NOT deleted AND missing_since IS NULL) + (SELECT COALESCE(SUM(bytes), 0) FROM due_object WHERE vod_uuid IS NOT NULL) AS files,
    (SELECT COALESCE(SUM(GREATEST(s.chat, 0 + COALESCE((v.chat -> 'file' ->> 'sizeBytes')::bigint, 0) + COALESCE((v.downloaded_chat ->> 'sizeBytes')::bigint, 0))), 0) FROM vod v LEFT JOIN vod_space s ON s.vod_uuid = v.uuid) AS chat,
    (SELECT COALESCE(SUM(size_bytes), 0) FROM clip WHERE missing_since IS NULL) AS clips,
    (SELECT COALESCE(SUM(size_bytes), 0) FROM local_video) AS local,
    (SELECT COALESCE(SUM(other), 0) FROM vod_space) AS other`);
  return Object.fromEntries(Object.entries(row ?? {}).map(([kind, bytes]) => [kind, Number(bytes)]));
}

const addFile = `INSERT INTO file (id, vod_uuid, file_id, attempt, key, basename, size_bytes, start_ms, end_ms, video_ms, metadata, created_at) SELECT gen_random_uuid()::text, uuid, 'f', 'a', 'k', 'b', $2, 0, 0, 0, '{}', now() FROM vod WHERE uuid = $1`;
const addDue = `INSERT INTO due_object (key, vod_uuid, bytes) SELECT gen_random_uuid()::text, uuid, $2::bigint FROM vod WHERE uuid = $1`;
const addLeaving = `INSERT INTO leaving_vod (uuid, channel_uuid, segments, files, chat, other) SELECT uuid, channel_uuid, $2::bigint, 0, 0, 0 FROM vod WHERE uuid = $1 ON CONFLICT (uuid) DO NOTHING`;
const addClip = `INSERT INTO clip (uuid, channel_uuid, channel_name, provider_kind, site_id, folder, basename, title, key, size_bytes, duration_ms, created_at, saved_at) SELECT gen_random_uuid(), (SELECT uuid FROM channel WHERE uuid = $1), 'c', 'hls', '1', 'f', gen_random_uuid()::text, 't', 'k', $2::bigint, 1, now(), now()`;
const addLocal = `INSERT INTO local_video (uuid, channel_uuid, path, basename, size_bytes, modified_at, found_at) SELECT gen_random_uuid(), uuid, gen_random_uuid()::text, 'b', $2::bigint, now(), now() FROM channel WHERE uuid = $1`;

describe('the used space', () => {
  beforeAll(async () => {
    db = buildDataSource(await migratedDatabase(postgres.url));
    await db.initialize();
  }, 60_000);
  afterAll(async () => {
    await db.destroy();
  });
  beforeEach(async () => {
    await db.query('TRUNCATE channel, vod, file, clip, local_video, leaving_vod, channel_count CASCADE');
    await store(db, ...CHANNELS.map((uuid, i) => aChannel({ uuid, internalName: `c${i}` })));
  });

  const vod = fc.integer({ min: 0, max: 4 }).map(uuidOf);
  const channel = fc.constantFrom(...CHANNELS);
  const bytes = fc.integer({ min: 0, max: 1_000 });
  type Step = () => Promise<unknown>;
  const ofVod = (sql: string) =>
    fc.tuple(vod, bytes).map(
      ([uuid, size]): Step =>
        () =>
          db.query(sql, sql.includes('$2') ? [uuid, size] : [uuid]),
    );
  const ofChannel = (sql: string) =>
    fc.tuple(channel, bytes).map(
      ([uuid, size]): Step =>
        () =>
          db.query(sql, sql.includes('$2') ? [uuid, size] : [uuid]),
    );
  const ofAll = (sql: string) =>
    bytes.map(
      (size): Step =>
        () =>
          db.query(sql, sql.includes('$1') ? [size] : []),
    );
  const make = fc.tuple(vod, channel).map(([uuid, channelUuid]): Step => async () => {
    if (!(await new VodRepository(new Transactions(db)).find(uuid)))
      await store(db, aVod({ uuid, channelUuid, bytes: 7 }));
  });
  const list = fc.tuple(vod, bytes, bytes).map(([uuid, chat, other]): Step => async () => {
    const row = await new VodRepository(new Transactions(db)).find(uuid);
    if (row) await space().record(row, { segments: 0, files: 0, chat, other });
  });
  /** Changes a chat and drops the listing of its VOD: a listed chat is never smaller than its file. */
  const chat = (column: string) =>
    ofVod(`UPDATE vod SET ${column}, rest_bytes = 0, other_bytes = 0 WHERE uuid = $1`).map((step): Step => async () => {
      await step();
      await db.query('DELETE FROM vod_space s USING vod v WHERE v.uuid = s.vod_uuid AND v.rest_bytes = 0');
    });
  const step = fc.oneof(
    { weight: 4, arbitrary: make },
    list,
    chat(`chat = jsonb_build_object('file', jsonb_build_object('sizeBytes', $2::int))`),
    chat("downloaded_chat = jsonb_build_object('sizeBytes', $2::int)"),
    ofVod('UPDATE vod SET bytes = $2 WHERE uuid = $1'),
    ofVod('UPDATE vod SET copy_bytes = $2 WHERE uuid = $1'),
    ofAll('UPDATE vod SET bytes = bytes + $1'),
    ofAll('UPDATE vod SET segments_gone = NOT segments_gone'),
    ofVod('DELETE FROM vod WHERE uuid = $1'),
    ofAll(`DELETE FROM vod WHERE bytes % 2 = 0`),
    ofAll(
      `UPDATE vod SET channel_uuid = CASE WHEN channel_uuid = '${CHANNELS[0]}' THEN '${CHANNELS[1]}'::uuid ELSE '${CHANNELS[0]}'::uuid END`,
    ),
    ofVod(addLeaving),
    ofVod('DELETE FROM leaving_vod WHERE uuid = $1'),
    ofVod(addDue),
    ofVod('DELETE FROM due_object WHERE vod_uuid = $1'),
    ofAll('DELETE FROM due_object WHERE bytes % 2 = 0'),
    ofVod(addFile),
    ofVod('UPDATE file SET deleted = NOT deleted WHERE vod_uuid = $1'),
    ofAll('UPDATE file SET missing_since = CASE WHEN missing_since IS NULL THEN now() END'),
    ofAll('UPDATE file SET size_bytes = size_bytes + $1'),
    ofVod('DELETE FROM file WHERE vod_uuid = $1'),
    ofChannel(addClip),
    ofAll('UPDATE clip SET missing_since = CASE WHEN missing_since IS NULL THEN now() END'),
    ofAll('UPDATE clip SET size_bytes = size_bytes + $1'),
    ofChannel('DELETE FROM clip WHERE channel_uuid = $1'),
    ofAll('UPDATE clip SET channel_uuid = NULL'),
    ofChannel(addLocal),
    ofAll('UPDATE local_video SET size_bytes = $1'),
    ofChannel('DELETE FROM local_video WHERE channel_uuid = $1'),
    ofChannel('DELETE FROM channel WHERE uuid = $1'),
  );

  it('is the sum of the rows by kind, after any changes of one or of many rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        for (const act of steps) await act();
        const expected = await sumsOfRows();
        expect(await space().used()).toEqual(expected);
        const { segments = 0, files = 0, chat: recorded = 0, other = 0 } = expected;
        expect(await new ChannelCounts(new Transactions(db)).bytes()).toBe(segments + files + recorded + other);
      }),
      { numRuns: 25 },
    );
  }, 90_000);

  it('is written once per channel and statement, however many VODs the statement changes', async () => {
    await store(db, ...[1, 2, 3].map((n) => aVod({ uuid: uuidOf(n), channelUuid: CHANNELS[0], bytes: n })));
    await db.query(
      `CREATE TABLE written (n int); CREATE FUNCTION wrote() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO written VALUES (1); RETURN NULL; END $$; CREATE TRIGGER wrote AFTER UPDATE ON channel_count FOR EACH ROW EXECUTE FUNCTION wrote()`,
    );
    await db.query('UPDATE vod SET bytes = bytes * 2');
    await db.query(`UPDATE vod SET title = 'another'`);
    expect(await db.query('SELECT COUNT(*)::int AS n FROM written')).toEqual([{ n: 1 }]);
    await db.query('DROP TRIGGER wrote ON channel_count; DROP FUNCTION wrote; DROP TABLE written');
  });

  it('is listed again only for VODs that have changed since', async () => {
    const [first, second] = [
      aVod({ uuid: uuidOf(1), channelUuid: CHANNELS[0] }),
      aVod({ uuid: uuidOf(2), channelUuid: CHANNELS[0] }),
    ];
    await store(db, first, second, aVod({ channelUuid: CHANNELS[0], state: 'capturing' }));
    const due = async () => (await space().due(10)).map(({ uuid }) => uuid).toSorted();
    expect(await due()).toEqual([first.uuid, second.uuid]);
    for (const vod of await space().due(10)) await space().record(vod, { segments: 0, files: 0, chat: 0, other: 0 });
    expect(await due()).toEqual([]);
    await db.manager.update(VodEntity, { uuid: second.uuid }, { title: 'another' });
    expect(await due()).toEqual([second.uuid]);
  });
});
