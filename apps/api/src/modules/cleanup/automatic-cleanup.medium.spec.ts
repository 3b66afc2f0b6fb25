import 'reflect-metadata';
import { type AutomaticCleanupView, type Notice } from '#libs/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { Clock } from '../../platform/clock.js';
import { Notices } from '../../platform/notices.service.js';
import { aChannel, aFile, aVod, store } from '../../testing/rows.js';
import { eventually, TestApp } from '../../testing/test-app.js';
import { AutomaticCleanup } from './automatic-cleanup.js';

jest.setTimeout(120_000);

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const GB = 1_000_000_000;

let app: TestApp;
let db: DataSource;
let channel: string;
/** How far the clock of the clean-up is ahead. */
let aheadMs = 0;
beforeAll(async () => {
  app = await TestApp.start({
    without: ['file-check', 'detection', 'schedules', 'write-gate'],
  });
  db = app.nest.get(DataSource, { strict: false });
  jest.spyOn(app.nest.get(Clock, { strict: false }), 'now').mockImplementation(() => Date.now() + aheadMs);
});
afterAll(async () => {
  await app.stop();
});
beforeEach(async () => {
  aheadMs = 0;
  for (const table of ['vod', 'channel', 'job', 'notice', 'cleanup_review', 'unfreed_space'])
    await db.query(`DELETE FROM ${table}`);
  channel = randomUUID();
  await store(db, aChannel({ uuid: channel, internalName: 'quay' }));
  await set({
    'vods_to_keep': 2,
    'cleanup.after_recording': true,
    'schedule.cron.clean_up': '0 4 * * *',
    'cleanup.make_room': true,
    'cleanup.report_h': 0,
  });
});

const set = (config: Record<string, unknown>) => app.call('PUT', '/settings', { config });
async function storeVod(daysAgo: number, over: Partial<VodEntity> = {}, bytes = GB): Promise<string> {
  const vod = aVod({
    channelUuid: channel,
    startedAt: new Date(Date.now() - daysAgo * DAY_MS),
    segmentsGone: true,
    ...over,
  });
  await store(db, vod);
  await db.manager.save(aFile({ vodUuid: vod.uuid, sizeBytes: bytes }));
  return vod.uuid;
}
const automatic = () => app.nest.get(AutomaticCleanup, { strict: false });
const nothingElse = (): Promise<void> => Promise.resolve();
/** Cleans up after a recording of now. */
async function finish(): Promise<string> {
  const uuid = await storeVod(0);
  await automatic().afterRecording(await db.manager.findOneByOrFail(VodEntity, { uuid }), nothingElse);
  await settled();
  return uuid;
}
const settled = (): Promise<true> =>
  eventually(
    async () =>
      (await db.query<unknown[]>("SELECT 1 FROM job WHERE kind = 'cleanup' AND status <> 'STOPPED'")).length === 0,
    'the clean-up',
  );
const left = async (): Promise<string[]> =>
  (await db.manager.find(VodEntity, { order: { startedAt: 'ASC' } })).map(({ uuid }) => uuid);
const notices = async (): Promise<Notice[]> =>
  ((await app.call<Notice[]>('GET', '/notices')).body.data ?? []).filter(({ kind }) => kind === 'cleanup-report');
const shown = async () => (await app.call<AutomaticCleanupView>('GET', '/cleanup/automatic')).body.data;

describe('after a recording', () => {
  it('the first run of a rule only reports, the next one deletes; never what is kept', async () => {
    const spared = await storeVod(9, { preventDeletion: true });
    const [old, mid] = [await storeVod(8), await storeVod(7)];
    const first = await finish();
    expect(await left()).toEqual([spared, old, mid, first]);
    expect(await notices()).toMatchObject([
      { title: 'VODs that the next clean-up deletes: 1', count: 1, resolved_at: null },
    ]);
    expect(await shown()).toMatchObject({ after_recording: true, reported: { vods: 1, bytes: GB } });
    const second = await finish();
    expect(await left()).toEqual([spared, first, second]);
    expect(await notices()).toMatchObject([{ count: 1, resolved_at: expect.any(String) }]);
    expect((await shown())?.reported).toBeNull();
  });

  it('reports again when a rule becomes stricter, and acts at once when it becomes looser', async () => {
    await storeVod(8);
    await finish();
    await set({ vods_to_keep: 1 });
    await finish();
    expect(await left()).toHaveLength(3);
    expect((await shown())?.reported).toMatchObject({ vods: 2 });
    await set({ vods_to_keep: 2 });
    await finish();
    expect(await left()).toHaveLength(2);
  });

  it('never deletes that recording, and adds the work of its caller to the transaction of the job', async () => {
    await storeVod(-1);
    await set({ vods_to_keep: 1 });
    const first = await finish();
    const jobs: string[] = [];
    const old = await db.manager.findOneByOrFail(VodEntity, { uuid: first });
    const again = () =>
      automatic().afterRecording(old, (name) => {
        jobs.push(name);
        return Promise.resolve();
      });
    expect(await again()).toEqual({ job: null, reported: 0 });
    const more = await storeVod(3);
    expect(await again()).toEqual({ job: 'cleanup_auto_quay', reported: 0 });
    await settled();
    expect([jobs, (await left()).includes(first), (await left()).includes(more)]).toEqual([
      ['cleanup_auto_quay'],
      true,
      false,
    ]);
  });
});

describe('on schedule', () => {
  it('the first run of a rule only reports, the next one deletes', async () => {
    const vods = [await storeVod(9), await storeVod(8), await storeVod(7)];
    expect(await automatic().all(nothingElse)).toEqual({ job: null, reported: 1 });
    expect(await shown()).toMatchObject({ on_schedule: true, reported: { vods: 1 } });
    expect(await automatic().all(nothingElse)).toEqual({ job: 'cleanup_auto', reported: 0 });
    await settled();
    expect(await left()).toEqual(vods.slice(1));
  });
});

describe('before the first deletion', () => {
  it('the operator has time to look at the report: neither a repeated run nor the next one deletes', async () => {
    await set({ 'cleanup.report_h': 20 });
    const vods = [await storeVod(9), await storeVod(8), await storeVod(7)];
    for (let run = 0; run < 3; run += 1) {
      expect(await automatic().all(nothingElse)).toEqual({ job: null, reported: 1 });
      expect(await notices()).toMatchObject([{ count: 1, resolved_at: null }]);
    }
    const { at = '', deletes_from: from = '' } = (await shown())?.reported ?? {};
    expect(Date.parse(from) - Date.parse(at)).toBe(20 * HOUR_MS);
    aheadMs = 20 * HOUR_MS;
    expect(await automatic().all(nothingElse)).toEqual({ job: 'cleanup_auto', reported: 0 });
    await settled();
    expect([await left(), (await shown())?.reported]).toEqual([vods.slice(1), null]);
  });

  it('nothing counts as reported while the operator was not told', async () => {
    const vods = [await storeVod(9), await storeVod(8), await storeVod(7)];
    const raise = jest.spyOn(app.nest.get(Notices, { strict: false }), 'raise');
    raise.mockRejectedValueOnce(new RangeError('killed'));
    await expect(automatic().all(nothingElse)).rejects.toThrow('killed');
    raise.mockRestore();
    expect(await automatic().all(nothingElse)).toEqual({ job: null, reported: 1 });
    expect([await left(), await notices()]).toMatchObject([vods, [{ count: 1, resolved_at: null }]]);
  });
});

describe('when space for recordings is missing', () => {
  /** Room is made at most every 30 s. */
  const needs = async (gb: number): Promise<string[]> => {
    aheadMs += 30_000;
    await automatic().makeRoom({ missing: gb * GB, expected: 0 });
    await settled();
    return left();
  };

  it('frees the oldest VODs, after one report; never the newest of a channel', async () => {
    const vods = [await storeVod(9), await storeVod(8), await storeVod(7)];
    expect(await needs(0)).toEqual(vods);
    expect(await needs(1.5)).toEqual(vods);
    expect((await shown())?.reported).toMatchObject({ vods: 2 });
    expect(await needs(0.5)).toEqual(vods.slice(1));
    expect(await needs(100)).toEqual(vods.slice(2));
    await set({ 'cleanup.make_room': false });
    expect(await needs(100)).toEqual(vods.slice(2));
    const later = [...vods.slice(2), await storeVod(6)];
    await set({ 'cleanup.make_room': true });
    expect(await needs(100)).toEqual(later);
    expect(await needs(100)).toEqual(later.slice(1));
  });

  it('deletes only what was reported, and not before the time after the report', async () => {
    await set({ 'cleanup.report_h': 20 });
    const vods = [await storeVod(9), await storeVod(8), await storeVod(7)];
    expect([await needs(0.5), await needs(1.5)]).toEqual([vods, vods]);
    expect((await shown())?.reported).toMatchObject({ vods: 1 });
    aheadMs += 20 * HOUR_MS;
    expect([await needs(1.5), await needs(1)]).toEqual([vods.slice(1), vods.slice(1)]);
    expect((await shown())?.reported).toMatchObject({ vods: 1 });
    aheadMs += 20 * HOUR_MS;
    expect(await needs(1)).toEqual(vods.slice(2));
    expect((await shown())?.reported).toBeNull();
  });

  it('an empty plan is no report: what can go later is reported first', async () => {
    const only = await storeVod(7);
    expect(await needs(1)).toEqual([only]);
    expect(await shown()).toMatchObject({ reported: null });
    const both = [await storeVod(8), only];
    expect(await needs(1)).toEqual(both);
    expect((await shown())?.reported).toMatchObject({ vods: 1 });
    expect(await needs(1)).toEqual([only]);
  });

  it('stops when deletions free nothing, with one notice, and continues when there is more space', async () => {
    const disk = { freeBytes: GB, totalBytes: 100 * GB, device: 1 };
    const space = jest.spyOn(app.storage, 'space').mockImplementation(() => Promise.resolve({ ...disk }));
    const vods = await Promise.all([9, 8, 7, 6, 5].map((daysAgo) => storeVod(daysAgo)));
    const warnings = async () =>
      ((await app.call<Notice[]>('GET', '/notices')).body.data ?? []).filter(({ kind }) => kind === 'low-space');
    expect([await needs(100), await needs(100), await needs(100)]).toEqual([vods, vods.slice(3), vods.slice(3)]);
    aheadMs += 60_000;
    expect([await needs(100), await needs(100)]).toEqual([vods.slice(3), vods.slice(3)]);
    expect(await warnings()).toMatchObject([{ title: 'Clean-up frees no space', count: 1, resolved_at: null }]);
    disk.freeBytes = 5 * GB;
    expect(await needs(100)).toEqual(vods.slice(4));
    expect(await warnings()).toMatchObject([{ count: 1, resolved_at: expect.any(String) }]);
    space.mockRestore();
  });
});
