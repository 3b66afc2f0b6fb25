import 'reflect-metadata';
import { type CleanupPreview, objectKeys } from '#libs/contracts';
import { english } from '#libs/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { TestApp, eventually } from '../../testing/test-app.js';
import { soloScheduler } from '../../testing/solo-scheduler.js';
import { aChannel, aVod, store } from '../../testing/rows.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Transactions } from '../../persistence/database/tx.js';
import { ApiJobRows } from '../../jobs/api-job-rows.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { JobEntity } from '../../persistence/entities/job.entity.js';
import { Settings } from '../../settings/settings.service.js';
import { UNKNOWN_SITE_VOD } from '../../persistence/entities/site-vod.js';
import { Tombstones } from '../../workflows/tombstones.js';
import { DeleteVod } from '../vod/delete-vod.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { CleanupCandidates } from './cleanup-candidates.js';
import { CleanupJob } from './cleanup-job.js';
import { FreedSpace } from './freed-space.js';

let app: TestApp;
let db: DataSource;
beforeAll(async () => {
  app = await TestApp.start({ without: ['file-check'] });
  db = app.nest.get(DataSource, { strict: false });
}, 60_000);
afterAll(async () => {
  await app.stop();
});

const FILE_BYTES = 1_000;
const DAY_MS = 86_400_000;
let channel: string;

/** Stores a finished VOD of {@link channel} with one file. @param bytes size of the file @returns its uuid */
async function storeVod(daysAgo: number, more: Partial<VodEntity> = {}, bytes = FILE_BYTES): Promise<string> {
  const uuid = randomUUID();
  const key = objectKeys.file(uuid, 'f0', 'a.mp4');
  await app.storage.put(key, Buffer.alloc(bytes));
  await store(
    db,
    aVod({
      uuid,
      channelUuid: channel,
      basename: `day${daysAgo}_${uuid.slice(0, 4)}`,
      startedAt: new Date(Date.now() - daysAgo * DAY_MS),
      segmentsGone: true,
      ...more,
    }),
  );
  await db.query(
    `INSERT INTO file (id, vod_uuid, file_id, attempt, key, basename, size_bytes, start_ms, end_ms, video_ms, metadata, created_at) VALUES ($1, $2, 'f0', 'a', $3, $4, $5, 0, 1000, 1000, '{}', now())`,
    [`${uuid}/f0`, uuid, key, `${uuid}.mp4`, bytes],
  );
  return uuid;
}
const remaining = async (): Promise<string[]> =>
  (await db.manager.find(VodEntity, { order: { startedAt: 'ASC' } })).map((v) => v.uuid);
const set = (config: Record<string, unknown>) => app.call('PUT', '/settings', { config });
const preview = async (path = `/channels/${channel}/cleanup`) =>
  (await app.call<CleanupPreview>('GET', path)).body.data;
async function clean(path = `/channels/${channel}/cleanup`) {
  const answer = await app.call<{ job: string | null }>('POST', path);
  const job = answer.body.data?.job ?? null;
  if (job !== null)
    await eventually(
      async () => (await db.manager.findOneBy(JobEntity, { name: job }))?.status === 'STOPPED',
      `the end of ${job}`,
    );
  const note = job === null ? null : (await db.manager.findOneBy(JobEntity, { name: job }))?.note;
  return { ...answer, jobNote: note ? english(note) : '' };
}

beforeEach(async () => {
  await db.query('DELETE FROM vod');
  await db.query('DELETE FROM channel');
  await db.query('DELETE FROM job');
  await db.query('DELETE FROM favourite_game');
  channel = randomUUID();
  await store(db, aChannel({ uuid: channel, internalName: 'quay' }));
  await set({
    'vods_to_keep': 2,
    'storage_per_streamer': 100,
    'delete_only_one_vod': false,
    'keep_commented_vods': false,
    'keep_favourite_vods': false,
    'keep_muted_vods': false,
    'keep_deleted_vods': false,
    'cleanup.min_free_gb': 0,
    'cleanup.max_age_days': 0,
  });
});

describe('a clean-up of a channel', () => {
  it('previews the deletions with their reasons without deleting', async () => {
    const [old, mid, newest] = [await storeVod(9), await storeVod(5), await storeVod(1)];
    expect(await preview()).toMatchObject({
      goes: [{ uuid: old, channel: 'quay', bytes: FILE_BYTES, over: ['vods'] }],
      spared: [],
      warnings: [],
      freed_bytes: FILE_BYTES,
      limits: { vods: 2, bytes: 100e9, age_days: null },
    });
    expect(await remaining()).toEqual([old, mid, newest]);
  });

  it('deletes the rows and objects of the oldest VODs, and keeps the wanted number of the newest', async () => {
    const [a, b, c, d] = [await storeVod(9), await storeVod(7), await storeVod(5), await storeVod(1)];
    const answer = await clean('/channels/quay/cleanup');
    expect([answer.status, answer.body.message, answer.jobNote]).toEqual([
      200,
      'Deleting 2 VODs',
      '2 VODs deleted, 0.00 GB freed',
    ]);
    expect(await remaining()).toEqual([c, d]);
    for (const uuid of [a, b]) expect(await app.objects(objectKeys.vod(uuid))).toEqual([]);
    const retained = await Promise.all([c, d].map((uuid) => app.objects(objectKeys.files(uuid))));
    expect(retained.flat().map((o) => o.sizeBytes)).toEqual([FILE_BYTES, FILE_BYTES]);
  });

  it('counts a missing file as zero bytes, so that no other VOD is deleted for it', async () => {
    const [gone, newest] = [await storeVod(9), await storeVod(1)];
    await set({ vods_to_keep: 10, storage_per_streamer: 0.0000015 });
    expect((await preview())?.goes.map(({ uuid }) => uuid)).toEqual([gone]);
    await db.query('UPDATE file SET missing_since = now() WHERE vod_uuid = $1', [newest]);
    expect((await preview())?.goes).toEqual([]);
  });

  it('deletes only the oldest VOD if the setting allows one deletion', async () => {
    await storeVod(9);
    const later = [await storeVod(7), await storeVod(5), await storeVod(1)];
    await set({ delete_only_one_vod: true });
    await clean();
    expect(await remaining()).toEqual(later);
  });

  it('keeps VODs that a rule protects, and reports a limit that cannot be met', async () => {
    const vods = [
      await storeVod(9, { preventDeletion: true }),
      await storeVod(8, { comment: 'the good one' }),
      await storeVod(7, { archivedAt: new Date() }),
      await storeVod(6.5, { siteVod: { ...UNKNOWN_SITE_VOD, id: '1', exists: 'yes', muted: 'yes' } }),
      await storeVod(6, { siteVod: { ...UNKNOWN_SITE_VOD, id: '2', exists: 'no' } }),
    ];
    await db.query(`INSERT INTO favourite_game (id) VALUES ('509')`);
    const favourite = await storeVod(5);
    await db.query(
      `INSERT INTO vod_chapter (vod_uuid, at, title, category, is_mature) VALUES ($1, 1, '', '{"id":"509","name":"Chess","boxArtUrl":""}', false)`,
      [favourite],
    );
    await set({
      vods_to_keep: 0,
      storage_per_streamer: 0.000001,
      keep_commented_vods: true,
      keep_favourite_vods: true,
      keep_muted_vods: true,
      keep_deleted_vods: true,
    });
    const plan = await preview();
    expect(plan?.goes).toEqual([]);
    expect(plan?.spared.map((s) => s.why).toSorted()).toEqual([
      'archived',
      'deleted on its site',
      'has a comment',
      'has a favourite category',
      'muted on its site',
      'protected',
    ]);
    expect(plan?.warnings).toEqual([expect.stringContaining('kept by a rule')]);
    expect((await clean()).body.message).toContain('Deleted no VODs. ');
    expect(await remaining()).toEqual([...vods, favourite]);
  });

  it('P40 spares VODs that are recorded, converted, used by a job or watched, and deletes no younger VOD in their place', async () => {
    const watched = await storeVod(9);
    const working = await storeVod(8);
    const staged = await storeVod(7.5);
    await storeVod(7, { state: 'converting' });
    await storeVod(6, { state: 'capturing', assigned: true, assignedAt: new Date(Date.now() + DAY_MS) }); // so new that no task ends it
    const file = `${watched}.mp4`;
    expect((await fetch(`${app.origin}/vods/quay/${file}`, { headers: { range: 'bytes=0-0' } })).status).toBe(206);
    await eventually(
      async () => (await db.query<unknown[]>('SELECT 1 FROM vod_watch WHERE vod_uuid = $1', [watched])).length === 1,
      'the mark of the viewer',
    );
    await db.query(
      `INSERT INTO job (name, kind, vod_uuid, title, status, unit, started_at, updated_at) VALUES ('render_x', 'convert', $1, '{"key":"text","params":{"text":"x"}}', 'RUNNING', 'bytes', now(), now())`,
      [working],
    );
    await db.query(
      `INSERT INTO vod_stage (vod_uuid, kind, position, status) VALUES ($1, 'download-chat', 1, 'waiting')`,
      [staged],
    );
    await set({ vods_to_keep: 0 });
    expect((await preview())?.spared.map((s) => s.why)).toEqual([
      'someone is watching it',
      'the job render_x is using it',
      'steps after its recording are not finished',
      'its file is being created',
    ]);
    expect((await clean()).body.data?.job).toBeNull();
    expect(await remaining()).toHaveLength(5);
  });

  it('checks again before each deletion: a VOD that was protected meanwhile stays', async () => {
    const [a] = [await storeVod(9), await storeVod(5), await storeVod(1)];
    await db.query('UPDATE vod SET prevent_deletion = true WHERE uuid = $1', [a]);
    // The list of this job is older than the protection. A run may start the job at once.
    await db.query(
      `INSERT INTO job (name, kind, title, status, unit, started_at, updated_at, input) VALUES ('cleanup_late', 'cleanup', '{"key":"text","params":{"text":"quay"}}', 'WAITING', 'items', now(), now(), $1)`,
      [JSON.stringify({ vods: [a] })],
    );
    await eventually(
      async () => (await db.manager.findOneBy(JobEntity, { name: 'cleanup_late' }))?.status === 'STOPPED',
      'the job',
    );
    expect(await remaining()).toContain(a);
  });

  it.each([
    ['a stage', `INSERT INTO vod_stage (vod_uuid, kind, position, status) VALUES ($1, 'hook', 1, 'waiting')`],
    [
      'a job',
      `INSERT INTO job (name, kind, vod_uuid, title, status, unit, started_at, updated_at) VALUES ('convert_late', 'convert', $1, '{"key":"text","params":{"text":"x"}}', 'RUNNING', 'bytes', now(), now())`,
    ],
    ['a viewer', 'INSERT INTO vod_watch (vod_uuid, at) VALUES ($1, now())'],
    ['a protection', 'UPDATE vod SET archived_at = now() WHERE uuid = $1'],
  ])('a VOD stays if %s began after the check before its deletion', async (_, sql) => {
    const vods = [await storeVod(9), await storeVod(5), await storeVod(1)];
    const tombstones = app.nest.get(Tombstones, { strict: false });
    const put = tombstones.put.bind(tombstones);
    const spy = jest.spyOn(tombstones, 'put').mockImplementation(async (tombstone) => {
      await db.query(sql, [tombstone.uuid]);
      await put(tombstone);
    });
    try {
      expect((await clean()).jobNote).toBe('0 VODs deleted, 0.00 GB freed');
    } finally {
      spy.mockRestore();
    }
    expect(await remaining()).toEqual(vods);
    expect(await app.objects(objectKeys.files(vods[0] ?? ''))).toHaveLength(1);
  });

  it('is finished by another API when its own dies, and reports the deletions of both', async () => {
    const fileBytes = 10_000_000;
    const vods = [await storeVod(9, {}, fileBytes), await storeVod(8, {}, fileBytes), await storeVod(7, {}, fileBytes)];
    const deletion = app.nest.get(DeleteVod, { strict: false });
    const deleteObjects = deletion.deleteObjects.bind(deletion);
    const frozen = Promise.withResolvers<{ objects: number; bytes: number }>();
    let deletions = 0;
    deletion.deleteObjects = (rest) => {
      deletions += 1;
      return deletions === 2 ? frozen.promise : deleteObjects(rest);
    };
    const scheduler = soloScheduler();
    const second = new ApiJobs(
      app.nest.get(Transactions, { strict: false }),
      app.nest.get(ApiJobRows, { strict: false }),
      app.bus,
      app.nest.get(UiNotifier, { strict: false }),
      scheduler,
    );
    try {
      const freed = app.nest.get(FreedSpace, { strict: false });
      new CleanupJob(second, app.nest.get(CleanupCandidates, { strict: false }), deletion, freed);
      await db.query(
        `INSERT INTO job (name, kind, title, status, unit, started_at, updated_at, input) VALUES ('cleanup_cut', 'cleanup', '{"key":"text","params":{"text":"quay"}}', 'WAITING', 'items', now(), now(), $1)`,
        [JSON.stringify({ vods })],
      );
      await eventually(() => Promise.resolve(deletions === 2), 'the second deletion');
      await db.query(
        `UPDATE job SET owner = 'gone/1/x', heard_at = now() - interval '60 seconds' WHERE name = 'cleanup_cut'`,
      );
      await scheduler.start();
      const job = await eventually(async () => {
        const found = await db.manager.findOneBy(JobEntity, { name: 'cleanup_cut' });
        return found?.status === 'STOPPED' ? found : null;
      }, 'the end of the clean-up');
      expect([job.note && english(job.note), job.takeovers, await remaining()]).toEqual([
        '3 VODs deleted, 0.03 GB freed',
        1,
        [],
      ]);
    } finally {
      frozen.resolve({ objects: 0, bytes: 0 });
      await second.onModuleDestroy();
      deletion.deleteObjects = deleteObjects;
    }
  });

  it('deletes VODs that are older than the maximum age', async () => {
    const [, young] = [await storeVod(40), await storeVod(20)];
    await set({ 'cleanup.max_age_days': 30 });
    await clean();
    expect(await remaining()).toEqual([young]);
  });

  it('ignores failed recordings without media, which would displace others', async () => {
    const retained = [await storeVod(9), await storeVod(5)];
    await store(
      db,
      aVod({ channelUuid: channel, state: 'failed', bytes: 0, segmentsGone: false, startedAt: new Date() }),
      aVod({ channelUuid: channel, state: 'downloading', startedAt: new Date() }),
    );
    expect((await preview())?.goes).toEqual([]);
    expect((await clean()).body.data?.job).toBeNull();
    expect((await remaining()).slice(0, 2)).toEqual(retained);
  });

  it('is off for a channel that has it switched off', async () => {
    await storeVod(9);
    await storeVod(5);
    await storeVod(1);
    await app.call('PUT', `/channels/${channel}`, { no_cleanup: true });
    expect((await clean()).body.message).toBe('Deleted no VODs. Clean-up is off for this channel.');
    expect(await remaining()).toHaveLength(3);
  });
});

describe('a clean-up of all channels', () => {
  it('frees the wanted space by the oldest VODs of all channels, never by the newest VOD of a channel', async () => {
    const other = randomUUID();
    await store(db, aChannel({ uuid: other, internalName: 'pier' }));
    const single = await storeVod(30, { channelUuid: other });
    const [old, newest] = [await storeVod(9), await storeVod(1)];
    // 1 kB less than the whole disk cannot be reached, because the disk also holds other files.
    const { totalBytes = 0 } = (await app.storage.space()) ?? {};
    expect((await set({ 'cleanup.min_free_gb': totalBytes / 1e9 - 1e-6 })).status).toBe(200);
    expect(await preview('/cleanup')).toMatchObject({
      goes: [{ uuid: old, over: ['free'] }],
      warnings: [expect.stringContaining('Clean-up cannot free another')],
    });
    await clean('/cleanup');
    expect(await remaining()).toEqual([single, newest]);
  });
});

describe('a free-space goal above the size of the disk', () => {
  const beyond = async (): Promise<number> => Math.ceil(((await app.storage.space())?.totalBytes ?? 0) / 1e9) + 1;
  it('is refused with the size of the storage when it is saved or imported; so is a quota below the space to keep free', async () => {
    const wanted = await beyond();
    const { status, body } = await set({ 'cleanup.min_free_gb': wanted });
    expect([status, body.fields]).toEqual([
      400,
      [
        {
          path: 'config.cleanup.min_free_gb',
          message: expect.stringMatching(/^must be less than the size of the storage, [\d.]+ GB$/),
        },
      ],
    ]);
    expect((await app.call('POST', '/settings/import', { 'cleanup.min_free_gb': wanted })).body.fields).toMatchObject([
      { path: 'cleanup.min_free_gb' },
    ]);
    expect((await set({ 'storage.quota_gb': 5, 'cleanup.min_free_gb': 5 })).body.fields).toEqual([
      { path: 'config.cleanup.min_free_gb', message: 'must be less than the size of the storage, 5 GB' },
    ]);
    expect((await set({ 'storage.quota_gb': 5, 'cleanup.min_free_gb': 4 })).status).toBe(200);
    expect((await set({ 'storage.quota_gb': 3 })).body.fields).toEqual([
      { path: 'config.storage.quota_gb', message: 'must be more than the space to keep free, 4 GB' },
    ]);
    expect((await set({ 'storage.quota_gb': 0, 'cleanup.min_free_gb': 0 })).status).toBe(200);
  });

  it('that is set anyway deletes nothing, and the preview reports this', async () => {
    const [old] = [await storeVod(9), await storeVod(5), await storeVod(1)];
    await db.query(
      `INSERT INTO setting (key, value, good_value, updated_at) VALUES ('cleanup.min_free_gb', $1, $1, now())
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, good_value = excluded.good_value`,
      [String(await beyond())],
    );
    await app.nest.get(Settings, { strict: false }).applySaved();
    expect(await preview('/cleanup')).toMatchObject({
      goes: [{ uuid: old, over: ['vods'] }],
      warnings: [
        expect.stringMatching(
          /^A storage of [\d.]+ GB cannot keep [\d.]+ GB free\. Clean-up deletes nothing for this goal\.$/,
        ),
      ],
    });
  });
});

describe('a clean-up refuses', () => {
  it('an unknown channel, unknown fields, and a second run at the same time', async () => {
    expect((await app.call('POST', '/channels/nobody/cleanup')).status).toBe(404);
    expect((await app.call('POST', `/channels/${channel}/cleanup`, { force: true })).body.fields).toEqual([
      { path: 'force', message: expect.any(String) },
    ]);
    await storeVod(9);
    await storeVod(5);
    await storeVod(1);
    await db.query(
      `INSERT INTO job (name, kind, title, status, unit, started_at, updated_at) VALUES ('cleanup_quay', 'cleanup', '{"key":"text","params":{"text":"quay"}}', 'RUNNING', 'items', now(), now())`,
    );
    expect((await app.call('POST', `/channels/${channel}/cleanup`)).status).toBe(409);
    expect(await remaining()).toHaveLength(3);
  });
});
