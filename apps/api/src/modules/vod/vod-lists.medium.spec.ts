import 'reflect-metadata';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { buildDataSource } from '../../persistence/database/data-source.js';
import { Transactions } from '../../persistence/database/tx.js';
import { aVod, store } from '../../testing/rows.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { migratedDatabase } from '../../testing/migrated-database.js';

let postgres: PostgresOfRun;
let db: DataSource;
let vods: VodRepository;
const [QUAY, PIER] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const addFile = (n: number, madeAt: Date, role = 'segment') =>
  db.query(
    `INSERT INTO file (id, vod_uuid, file_id, attempt, key, role, basename, size_bytes, start_ms, end_ms, video_ms, metadata, created_at) VALUES (gen_random_uuid()::text, $1, 'f', 'a', 'k', $3, 'b', 1, 0, 0, 0, '{}', $2)`,
    [uuidOf(n), madeAt, role],
  );
const uuidOf = (n: number): string => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;

beforeAll(async () => {
  postgres = await postgresOfRun();
  db = buildDataSource(await migratedDatabase(postgres.url));
  await db.initialize();
  vods = new VodRepository(new Transactions(db));
}, 60_000);
afterAll(async () => {
  await db.destroy();
  await postgres.stop();
});
beforeEach(async () => {
  await db.query('TRUNCATE vod, channel_count CASCADE');
});

describe('queries for VODs with pending work', () => {
  it.each<[string, Parameters<typeof aVod>[0], boolean]>([
    ['being captured', { state: 'capturing' }, true],
    ['waiting for its recorder', { state: 'waiting', assigned: true }, true],
    ['finished', {}, false],
    ['converting', { state: 'converting' }, false],
  ])('isRecording of a channel with a VOD that is %s', async (_, over, isRecording) => {
    await store(db, aVod({ channelUuid: QUAY, ...over }), aVod({ channelUuid: PIER }));
    expect([await vods.isRecording(QUAY), await vods.isRecording(PIER)]).toEqual([isRecording, false]);
  });

  it('assigned finds only the VODs that recorders shall record, with few columns', async () => {
    const assignedAt = new Date('2026-11-01T10:00:00Z');
    const over = { channelUuid: QUAY, state: 'capturing', assignedAt } as const;
    await store(
      db,
      aVod({ uuid: uuidOf(1), ...over, assigned: true }),
      aVod({ uuid: uuidOf(2), ...over, assigned: false }),
      aVod({ uuid: uuidOf(3), channelUuid: QUAY, state: 'converting' }),
    );
    expect((await vods.assigned()).map((vod) => ({ ...vod }))).toEqual([{ uuid: uuidOf(1), ...over }]);
  });

  it('abortedOf finds only the VODs of the channel that the operator stopped', async () => {
    await store(
      db,
      aVod({ uuid: uuidOf(1), channelUuid: QUAY, facts: { aborted: true } }),
      aVod({ channelUuid: QUAY, facts: { aborted: false } }),
      aVod({ channelUuid: QUAY }),
      aVod({ channelUuid: PIER, facts: { aborted: true } }),
    );
    expect((await vods.abortedOf(QUAY)).map(({ uuid }) => uuid)).toEqual([uuidOf(1)]);
  });

  it('withSegments finds only VODs that ended in time, keep their segments, are not failed, and whose segment files are all old enough and not missing', async () => {
    const [by, later] = [new Date('2026-11-10T00:00:00Z'), new Date('2026-11-10T00:00:01Z')];
    const [overBy, afterIt] = [new Date('2026-11-12T00:00:00Z'), new Date('2026-11-12T00:00:01Z')];
    await store(
      db,
      ...[
        {},
        {},
        { endedAt: afterIt },
        { segmentsGone: true },
        { convertState: 'failed' } as const,
        { state: 'failed' } as const,
        { endedAt: null },
        {},
        {},
        {},
        { facts: { closedAt: afterIt.getTime() } },
        { facts: { closedAt: overBy.getTime() } },
        { endedAt: afterIt, facts: { closedAt: overBy.getTime() } },
      ].map((over, i) => aVod({ uuid: uuidOf(i + 1), endedAt: overBy, ...over })),
    );
    for (const n of [1, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13]) await addFile(n, by);
    await addFile(2, later);
    await addFile(8, later);
    await addFile(1, later, 'downloaded');
    await db.query('UPDATE file SET missing_since = now() WHERE vod_uuid = $1', [uuidOf(10)]);
    expect((await vods.withSegments({ madeBy: by, endedBy: overBy })).toSorted()).toEqual([uuidOf(1), uuidOf(12)]);
  });

  it('withSegments leaves VODs whose media a stage still needs', async () => {
    const by = new Date('2026-11-10T00:00:00Z');
    const stages = [
      ['match', 'waiting'],
      ['repair', 'running'],
      ['replace', 'waiting'],
      ['repair', 'failed', 'RUNNING'],
      ['repair', 'failed', 'ERROR'],
      ['repair', 'done'],
      ['hook', 'waiting'],
    ] as const;
    for (const [i, [kind, status, job]] of stages.entries()) {
      await store(db, aVod({ uuid: uuidOf(i + 1), endedAt: by }));
      await addFile(i + 1, by);
      await db.query('INSERT INTO vod_stage (vod_uuid, kind, position, status, job) VALUES ($1, $2, 1, $3, $4)', [
        uuidOf(i + 1),
        kind,
        status,
        job === undefined ? null : `job${i}`,
      ]);
      if (job !== undefined)
        await db.query(
          `INSERT INTO job (name, kind, title, status, unit, started_at, updated_at) VALUES ($1, 'repair', '{"key":"text","params":{"text":"x"}}', $2, 'items', now(), now())`,
          [`job${i}`, job],
        );
    }
    expect((await vods.withSegments({ madeBy: by, endedBy: by })).toSorted()).toEqual([
      uuidOf(5),
      uuidOf(6),
      uuidOf(7),
    ]);
    expect(await Promise.all([1, 4, 5, 6].map((n) => vods.hasOpenMediaStage(uuidOf(n), db.manager)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('finishedSince finds VODs that ended since then, or that got a file since then', async () => {
    const [since, before, after] = [
      new Date('2026-11-10T00:00:00Z'),
      new Date('2026-11-09T23:00:00Z'),
      new Date('2026-11-10T01:00:00Z'),
    ];
    await store(db, ...[after, before, before].map((endedAt, i) => aVod({ uuid: uuidOf(i + 1), endedAt })));
    await addFile(2, after);
    await addFile(3, before);
    expect((await vods.finishedSince(since)).map(({ uuid }) => uuid).toSorted()).toEqual([uuidOf(1), uuidOf(2)]);
  });

  it('withGivenUpSegments returns each VOD with given-up segments once, over several pages and while others are finished', async () => {
    await store(db, aVod({ segmentsGone: true, facts: { partsDeleted: true } }), aVod({}));
    await db.query(
      `INSERT INTO vod (uuid, channel_uuid, provider_kind, stream_id, basename, channel_name, channel_display, title, state, assigned, assigned_at, started_at, created_at, segments_gone)
      SELECT ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, $1, 'hls', n::text, 'v' || n, 'c', 'c', 't', 'finalized', false, now(), now(), now(), true FROM generate_series(1, 1001) n`,
      [QUAY],
    );
    const found: string[] = [];
    for await (const { uuid, basename } of vods.withGivenUpSegments()) {
      found.push(`${uuid} ${basename}`);
      if (found.length % 2 === 0)
        await db.query(`UPDATE vod SET facts = '{"partsDeleted": true}' WHERE uuid = $1`, [uuid]);
    }
    expect(found).toEqual(Array.from({ length: 1001 }, (_, n) => `${uuidOf(n + 1)} v${n + 1}`));
  });
});

/** Queries that must not read the whole table. */
it.each([
  ['vod_put_away', 'SELECT * FROM vod WHERE archived_at IS NOT NULL ORDER BY started_at DESC, uuid LIMIT 10'],
  [
    'vod_chat_in_library',
    `SELECT 1 FROM vod WHERE chat -> 'file' ->> 'libraryPath' = 'x' OR downloaded_chat ->> 'libraryPath' = 'x' LIMIT 1`,
  ],
  [
    'vod_downloaded_chat_in_library',
    `SELECT 1 FROM vod WHERE chat -> 'file' ->> 'libraryPath' = 'x' OR downloaded_chat ->> 'libraryPath' = 'x' LIMIT 1`,
  ],
  ['vod_space_due', `SELECT * FROM vod WHERE state NOT IN ('capturing') AND space_version < version`],
])('index %s serves its query', async (index, sql) => {
  const plan = await db.transaction(async (tx) => {
    await tx.query('SET LOCAL enable_seqscan = off');
    return tx.query<object[]>(`EXPLAIN (FORMAT JSON) ${sql}`);
  });
  expect(JSON.stringify(plan)).toContain(`"${index}"`);
});
