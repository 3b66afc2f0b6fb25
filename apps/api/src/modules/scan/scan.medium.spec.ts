import 'reflect-metadata';
import { objectKeys, renditionPath, type Vod } from '#libs/contracts';
import { english, type Message, verbatim } from '#libs/messages';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { TestApp, eventually } from '../../testing/test-app.js';
import { FakePart } from '../../testing/fake-part.js';
import { aChannel, aVod } from '../../testing/rows.js';
import { Manifests } from '../../workflows/manifests.js';
import { ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { LibraryLinks } from '../../library/library-links.js';
import { VodSpaceCounter } from '../space/vod-space-counter.js';
import { FileEntity } from '../../persistence/entities/file.entity.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { LostLibrary } from './lost-library.js';
import { StoredVods } from './stored-vods.js';
import { storeCompleteVod } from './complete-vod.fixture.js';

let app: TestApp;
let db: DataSource;
beforeAll(async () => {
  // No run of its own, which could write one between the end of a case and what is taken away after it.
  app = await TestApp.start({ without: ['file-check', 'manifests'] });
  db = app.nest.get(DataSource, { strict: false });
}, 60_000);
afterEach(async () => {
  await emptyPostgres();
  for (const prefix of ['vods/', 'clips/', 'tombstones/']) await app.storage.deletePrefix(prefix);
});
afterAll(async () => {
  await app.stop();
});

/** What a loss of the database leaves: the tables, and nothing in them. */
async function emptyPostgres(): Promise<void> {
  await db.query(
    'TRUNCATE vod, part, file, vod_chapter, vod_viewers, channel, clip, channel_count, notice, vod_space, library_due, library_leftover, job CASCADE',
  );
}
const channelIn = async (over: Partial<ChannelEntity> = {}): Promise<ChannelEntity> =>
  db.manager.save(aChannel({ internalName: 'quay', displayName: 'Quay', ...over }));
const rowOf = (uuid: string): Promise<VodEntity | null> => db.manager.findOneBy(VodEntity, { uuid });
const presented = async (uuid: string): Promise<Vod | undefined> =>
  (await app.call<Vod>('GET', `/vod/${uuid}`)).body.data;
/** Until its manifest holds the row as it is. */
const written = (uuid: string): Promise<VodEntity> =>
  eventually(
    async () => {
      await app.nest.get(Manifests, { strict: false }).run();
      const row = await rowOf(uuid);
      return row && row.manifestVersion === row.version ? row : null;
    },
    'the manifest',
    30_000,
  );
const spaceNow = async () =>
  (await app.call<{ free: number; total: number; used_total: number; used: Record<string, number> }>('GET', '/space'))
    .body.data!;
const channelsNow = async () =>
  (
    await app.call<{ total_size: number; free_size: number; streamer_list: { vods_size: number }[] }>(
      'GET',
      '/channels',
    )
  ).body.data;
const bytesOnStorage = async (prefix: string): Promise<number> =>
  (await app.objects(prefix)).reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);

/** @returns what the job says at its end */
async function scan(path = '/scan'): Promise<string> {
  const { status, body } = await app.call<{ job: string }>('POST', path);
  expect(status).toBe(200);
  const job = body.data?.job ?? '';
  const ended = await eventually(
    async () =>
      (
        await db.query<{ status: string; note: Message; error: Message | null }[]>(
          `SELECT status, note, error FROM job WHERE name = $1 AND status IN ('STOPPED', 'ERROR')`,
          [job],
        )
      )[0],
    `${job} at its end`,
    40_000,
  );
  expect(ended.error).toBeNull();
  return english(ended.note);
}

/**
 * Rows of the tables that hang on a VOD, as text, without what keeps the books of its manifests, and what the scan
 * itself counts.
 */
async function tablesOf(uuid: string): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const [table, column] of [
    ['vod', 'uuid'],
    ['part', 'vod_uuid'],
    ['file', 'vod_uuid'],
    ['vod_chapter', 'vod_uuid'],
    ['vod_viewers', 'vod_uuid'],
  ] as const) {
    const rows = await db.query<{ row: Record<string, unknown> }[]>(
      `SELECT to_jsonb(t) - 'manifest_at' - 'manifest_revision' - 'rest_bytes' - 'copy_bytes' AS row FROM ${table} t WHERE ${column} = $1 ORDER BY to_jsonb(t)::text`,
      [uuid],
    );
    tables[table] = rows.map(({ row }) => JSON.stringify(row));
  }
  return tables;
}

describe('a library whose database was lost', () => {
  it('W30 comes back whole: every column of every table, however long the list of viewers, and its channel as a stub that is not recorded', async () => {
    const channel = await channelIn({
      numbering: { month: '202611', number: 3, absoluteSeason: 4, absoluteNumber: 44 },
    });
    // A state that has a reason, so that the reason stays when the state is derived again.
    const failed = { state: 'failed', convertState: 'failed' } as const;
    const reasons = { stateReason: verbatim('no space'), convertReason: verbatim('no space') };
    const { uuid } = await storeCompleteVod(app, channel, { ...failed, ...reasons });
    await app.nest.get(LibraryLinks, { strict: false }).follow(uuid);
    await written(uuid);
    await scan();
    const [before, view] = [await tablesOf(uuid), await presented(uuid)];
    expect(await untouched(uuid)).toEqual([]);
    await emptyPostgres();
    expect(await scan()).toBe('Found 1 VODs and 0 clips. Restored 1 VODs and 0 clips, repaired 0 VODs.');
    expect(await tablesOf(uuid)).toEqual(before);
    expect(await presented(uuid)).toEqual(view);
    // Known again, so that its address is one of a picture.
    expect(await db.query('SELECT url FROM site_picture')).toContainEqual({ url: 'https://x.example/a.jpg' });
    expect(await db.manager.findOneBy(ChannelEntity, { uuid: channel.uuid })).toMatchObject({
      internalName: 'quay',
      displayName: 'Quay',
      sourceId: channel.sourceId,
      sourceUrl: 'http://127.0.0.1:9',
      numbering: channel.numbering,
      options: { no_capture: true },
    });
    expect(await scan()).toContain('Restored 0 VODs and 0 clips, repaired 0 VODs');
    expect(await tablesOf(uuid)).toEqual(before);
  });

  it('W31 comes back from the newest manifest that is whole, and never writes a revision twice', async () => {
    const channel = await channelIn();
    const { uuid } = await storeCompleteVod(app, channel);
    const { manifestRevision } = await written(uuid);
    await app.storage.put(objectKeys.manifest(uuid, manifestRevision + 7), Buffer.from('{"format":2,"revision":'));
    await emptyPostgres();
    await scan();
    expect(await rowOf(uuid)).toMatchObject({ comment: 'my comment', manifestRevision: manifestRevision + 7 });
  });

  it('does not restore deleted VODs', async () => {
    const channel = await channelIn();
    const { uuid } = await storeCompleteVod(app, channel);
    await written(uuid);
    await app.storage.put(
      objectKeys.tombstone(uuid),
      Buffer.from(JSON.stringify({ uuid, basename: 'x', at: new Date().toISOString(), names: [] })),
    );
    await emptyPostgres();
    expect(await scan()).toContain('Found 0 VODs');
    expect(await rowOf(uuid)).toBeNull();
  });

  it('does not restore a VOD that is deleted during the scan', async () => {
    const channel = await channelIn();
    const { uuid } = await storeCompleteVod(app, channel);
    await written(uuid);
    await app.storage.put(
      objectKeys.tombstone(uuid),
      Buffer.from(JSON.stringify({ uuid, basename: 'x', at: new Date().toISOString(), names: [] })),
    );
    await emptyPostgres();
    const found = await app.nest.get(StoredVods, { strict: false }).scan({
      channelUuid: null,
      deletedUuids: new Set(),
      signal: new AbortController().signal,
      progress: () => undefined,
      say: () => undefined,
    });
    expect(found).toEqual({ found: 0, restored: 0, repaired: 0 });
    expect(await rowOf(uuid)).toBeNull();
  });

  it('takes manifests of format 1, which know no channel', async () => {
    const vod = aVod({ comment: 'of old' });
    const row = Object.assign(vod, { segmentsGone: false, version: 3, manifestRevision: 2, manifestVersion: 3 });
    await app.storage.put(
      objectKeys.manifest(vod.uuid, 2),
      Buffer.from(
        JSON.stringify({
          format: 1,
          revision: 2,
          writtenAt: new Date().toISOString(),
          vod: row,
          parts: [],
          files: [],
          chapters: [],
          viewers: [],
        }),
      ),
    );
    await scan();
    expect(await rowOf(vod.uuid)).toMatchObject({
      comment: 'of old',
      version: 3,
      startedAt: vod.startedAt,
      bookmarks: [],
    });
  });

  it('W48 keeps names apart from what was recorded since, and finds the channel that is followed again', async () => {
    const channel = await channelIn();
    const old = await storeCompleteVod(app, channel, { basename: 'a day out', streamId: 'stream-1' });
    await written(old.uuid);
    await emptyPostgres();
    const again = await channelIn({ sourceId: channel.sourceId });
    const newer = await db.manager.save(aVod({ channelUuid: again.uuid, basename: 'a day out', streamId: 'stream-1' }));
    await scan();
    expect(await rowOf(old.uuid)).toMatchObject({
      basename: 'a day out (2)',
      streamId: 'stream-1~2',
      channelUuid: again.uuid,
    });
    expect(await rowOf(newer.uuid)).toMatchObject({ basename: 'a day out', streamId: 'stream-1' });
    expect(await db.manager.count(ChannelEntity)).toBe(1);
  });

  it('ends what nobody records any more, and makes a VOD of parts that no manifest tells of', async () => {
    const channel = await channelIn();
    const { uuid } = await db.manager.save(
      aVod({ channelUuid: channel.uuid, assigned: true, state: 'capturing', endedAt: null, convertState: null }),
    );
    await written(uuid);
    const orphan = '00000000-0000-4000-8000-0000000000aa';
    const part = new FakePart(app, orphan, { seq: 0, t0: Date.parse('2026-11-02T10:00:00Z') });
    await part.write(2);
    await part.seal('endlist');
    await emptyPostgres();
    expect(await scan()).toContain('Found 2 VODs and 0 clips. Restored 2 VODs');
    expect(await rowOf(uuid)).toMatchObject({ assigned: false, endedAt: expect.any(Date) });
    expect(await rowOf(orphan)).toMatchObject({
      basename: '00000000_2026-11-02T10-00-00Z',
      channelName: '00000000',
      channelDisplay: '00000000',
      origin: 'capture',
      startedAt: new Date('2026-11-02T10:00:00Z'),
    });
    expect((await presented(orphan))?.parts).toMatchObject([{ segments: 2, media_ms: 4000, cause: 'endlist' }]);
    await eventually(
      async () => (await rowOf(orphan))?.convertState === 'queued',
      'the conversion of the recovered VOD',
    );
  });

  it('is reported to the operator at the first start, and no longer once it is back', async () => {
    const lost = app.nest.get(LostLibrary, { strict: false });
    expect(await lost.check()).toBe(false);
    const { uuid } = await storeCompleteVod(app, await channelIn());
    await written(uuid);
    await emptyPostgres();
    expect(await lost.check()).toBe(true);
    expect((await app.call<{ kind: string; text: string }[]>('GET', '/notices')).body.data).toMatchObject([
      { kind: 'library-lost', text: expect.stringContaining('Scan the library under Tools') },
    ]);
    expect((await app.call<{ text: string }[]>('GET', '/notices')).text).not.toContain('/api/');
    await scan();
    expect((await app.call<{ resolved_at: string | null }[]>('GET', '/notices')).body.data).toMatchObject([
      { resolved_at: expect.any(String) },
    ]);
  });

  /** Columns of the whole VOD that stand as they begin: then this spec would not see whether they come back. */
  async function untouched(uuid: string): Promise<string[]> {
    const may = new Set([
      'vod.assigned',
      'vod.archived_at',
      'vod.bytes',
      'vod.copy_bytes',
      'vod.rest_bytes',
      'vod.stream_id',
      'vod.title',
      'part.reason', // nothing writes it any more
    ]);
    const left: string[] = [];
    for (const [table, column] of [
      ['vod', 'uuid'],
      ['part', 'vod_uuid'],
      ['file', 'vod_uuid'],
      ['vod_chapter', 'vod_uuid'],
      ['vod_viewers', 'vod_uuid'],
    ] as const) {
      const rows = await db.query<{ name: string; same: boolean }[]>(
        `SELECT c.column_name AS name, bool_and(r.row -> c.column_name = 'null' OR c.column_default IS NOT NULL AND r.row ->> c.column_name IN (split_part(trim(both '''' from c.column_default), '''::', 1), c.column_default)) AS same
        FROM information_schema.columns c, (SELECT to_jsonb(t) AS row FROM ${table} t WHERE ${column} = $1) r WHERE c.table_name = '${table}' GROUP BY c.column_name`,
        [uuid],
      );
      left.push(...rows.filter((r) => r.same).map((r) => `${table}.${r.name}`));
    }
    return left.filter((name) => !may.has(name));
  }
});

describe('a library that is there', () => {
  it('W45 marks files that vanished, and those that are back; the scan says how many it repaired', async () => {
    const channel = await channelIn();
    const { uuid } = await storeCompleteVod(app, channel);
    const key = objectKeys.file(uuid, 'f0', 'a1.mp4');
    await app.storage.delete([key]);
    expect(await scan()).toContain('repaired 1 VODs');
    const file = () => db.manager.findOneByOrFail(FileEntity, { key });
    expect((await file()).missingSince).toBeInstanceOf(Date);
    await app.storage.put(key, Buffer.from('a file'));
    expect(await scan()).toContain('repaired 1 VODs');
    expect((await file()).missingSince).toBeNull();
  });

  it('never gets older data: a row newer than every manifest stays, one of an older backup is updated', async () => {
    const channel = await channelIn();
    const [retained, behind] = [
      await storeCompleteVod(app, channel, { comment: 'first' }),
      await storeCompleteVod(app, channel, { comment: 'first' }),
    ];
    for (const { uuid } of [retained, behind]) await written(uuid);
    const backup = await db.query<{ row: unknown }[]>('SELECT to_jsonb(v) AS row FROM vod v WHERE uuid = $1', [
      behind.uuid,
    ]);
    await app.call('POST', `/vod/${behind.uuid}`, { comment: 'second' });
    await written(behind.uuid);
    await db.query('DELETE FROM vod WHERE uuid = $1', [behind.uuid]);
    await db.query('INSERT INTO vod SELECT * FROM jsonb_populate_record(NULL::vod, $1)', [
      JSON.stringify(backup[0]?.row),
    ]);
    await db.query(`UPDATE vod SET comment = 'by hand', manifest_revision = 0, version = version + 9 WHERE uuid = $1`, [
      retained.uuid,
    ]);
    await scan();
    expect((await rowOf(retained.uuid))?.comment).toBe('by hand');
    expect((await rowOf(behind.uuid))?.comment).toBe('second');
  });

  it('is scanned channel by channel, by uuid or login, and not while the channel is recorded', async () => {
    const [quay, pier] = [
      await channelIn(),
      await db.manager.save(aChannel({ internalName: 'pier', displayName: 'Pier' })),
    ];
    const vods = [await storeCompleteVod(app, quay), await storeCompleteVod(app, pier)];
    for (const { uuid } of vods) await written(uuid);
    await db.query('DELETE FROM vod');
    expect(await scan('/channels/quay/scan')).toBe("Channel 'Quay' scanned, found 1 VODs.");
    expect((await db.manager.find(VodEntity)).map((v) => v.uuid)).toEqual([vods[0]?.uuid]);
    const assignedAt = new Date(Date.now() + 3_600_000); // no run ends it
    await db.manager.save(
      aVod({ channelUuid: pier.uuid, assigned: true, assignedAt, state: 'capturing', endedAt: null }),
    );
    expect(await app.call('POST', `/channels/${pier.uuid}/scan`)).toMatchObject({
      status: 400,
      body: { code: 'channel-capturing' },
    });
    expect(await app.call('POST', '/channels/nobody/scan')).toMatchObject({
      status: 404,
      body: { message: 'Channel not found' },
    });
    expect(await app.call('POST', '/scan', { deep: true })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'deep' }] },
    });
  });

  it('says what takes its space, and what is free', async () => {
    const { uuid } = await storeCompleteVod(app, await channelIn());
    await written(uuid);
    await app.storage.put(
      objectKeys.chatChunk(uuid, 'p', { n: 0, firstAt: 1, lastAt: 2, count: 1 }),
      Buffer.alloc(100),
    );
    await app.storage.put(objectKeys.journalPage(uuid, 'p', 0), Buffer.alloc(50));
    await app.storage.put(objectKeys.journalPage(uuid, renditionPath('p', 'a00000001'), 0), Buffer.alloc(20));
    await app.nest.get(VodSpaceCounter, { strict: false }).run();
    const listed = await spaceNow();
    expect(listed).toMatchObject({
      free: expect.any(Number),
      used: { segments: 0, files: 6, chat: 112, clips: 0, local: 0 },
    });
    expect(await bytesOnStorage(objectKeys.vod(uuid))).toBe(listed.used_total);
    await scan();
    expect(await spaceNow()).toMatchObject({ used: listed.used, used_total: listed.used_total });
    expect((await presented(uuid))?.total_size).toBe(listed.used_total);
    expect(await channelsNow()).toMatchObject({
      total_size: listed.used_total,
      streamer_list: [{ vods_size: listed.used_total }],
    });
  });

  it('counts as free what a quota leaves of it', async () => {
    await storeCompleteVod(app, await channelIn());
    await app.call('PUT', '/settings', { config: { 'storage.quota_gb': 1 } });
    const { free, total, used_total } = await spaceNow();
    expect([free, total]).toEqual([1e9 - used_total, 1e9]);
    expect((await channelsNow())?.free_size).toBe(free);
    await app.call('PUT', '/settings', { config: { 'storage.quota_gb': 0 } });
    expect((await spaceNow()).total).toBeGreaterThan(1e9);
  });
});
