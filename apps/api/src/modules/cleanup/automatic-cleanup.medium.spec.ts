import 'reflect-metadata';
import { type AutomaticCleanupView, type Notice } from '#libs/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { Clock } from '../../platform/clock.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { type SpaceDemand, WriteGates } from '../../space/write-gates.js';
import { aChannel, aFile, aVod, store } from '../../testing/rows.js';
import { eventually, TestApp } from '../../testing/test-app.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { AutomaticCleanup } from './automatic-cleanup.js';

jest.setTimeout(120_000);

const DAY_MS = 86_400_000;
const GB = 1_000_000_000;

let app: TestApp;
let db: DataSource;
let channel: string;
beforeAll(async () => {
  app = await TestApp.start({
    without: ['file-check', 'detection', 'cleanup-after-recording', 'cleanup-daily', 'write-gate'],
  });
  db = app.nest.get(DataSource, { strict: false });
});
afterAll(async () => {
  await app.stop();
});
beforeEach(async () => {
  for (const table of ['vod', 'channel', 'job', 'notice', 'cleanup_review', 'cleanup_due'])
    await db.query(`DELETE FROM ${table}`);
  channel = randomUUID();
  await store(db, aChannel({ uuid: channel, internalName: 'quay' }));
  await set({ 'vods_to_keep': 2, 'cleanup.after_recording': true, 'cleanup.daily': true, 'cleanup.make_room': true });
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
/** Finishes a VOD as the converter does, which makes its channel due. */
async function finish(): Promise<string> {
  const uuid = await storeVod(0, { state: 'converting', convertState: 'running' });
  await db.query(
    `INSERT INTO part (part_id, vod_uuid, recorder, started_at, ended_at, cause, segments, bytes, media_ms) VALUES ($1, $2, 'n/0', 1, 2, 'endlist', 1, 1, 1)`,
    [ulid(), uuid],
  );
  await app.nest.get(VodWriter, { strict: false }).update(uuid, (vod) => {
    vod.convertState = 'done';
    return true;
  });
  return uuid;
}
/** Runs a task once, and waits for the clean-up that it starts. */
async function run(task: string): Promise<void> {
  const found = app.nest
    .get(Scheduler, { strict: false })
    .all()
    .find(({ name }) => name === task);
  // The task does not run by itself here.
  await (found as unknown as { options: { run: () => Promise<void> } }).options.run();
  await settled();
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
    await run('cleanup-after-recording');
    expect(await left()).toEqual([spared, old, mid, first]);
    expect(await notices()).toMatchObject([
      { title: 'VODs that the next clean-up deletes: 1', count: 1, resolved_at: null },
    ]);
    expect(await shown()).toMatchObject({ after_recording: true, reported: { vods: 1, bytes: GB } });
    const second = await finish();
    await run('cleanup-after-recording');
    expect(await left()).toEqual([spared, first, second]);
    expect(await notices()).toMatchObject([{ count: 1, resolved_at: expect.any(String) }]);
    expect((await shown())?.reported).toBeNull();
  });

  it('reports again when a rule becomes stricter, and acts at once when it becomes looser', async () => {
    await storeVod(8);
    await finish();
    await run('cleanup-after-recording');
    await set({ vods_to_keep: 1 });
    await finish();
    await run('cleanup-after-recording');
    expect(await left()).toHaveLength(3);
    expect((await shown())?.reported).toMatchObject({ vods: 2 });
    await set({ vods_to_keep: 2 });
    await finish();
    await run('cleanup-after-recording');
    expect(await left()).toHaveLength(2);
  });

  it('does nothing without a finished recording, or when it is switched off', async () => {
    await Promise.all([storeVod(9), storeVod(8), storeVod(7)]);
    await run('cleanup-after-recording');
    expect((await shown())?.reported).toBeNull();
    await set({ 'cleanup.after_recording': false });
    await finish();
    await run('cleanup-after-recording');
    expect(await db.query('SELECT * FROM cleanup_due')).toEqual([]);
    expect([(await shown())?.reported, (await left()).length]).toEqual([null, 4]);
  });
});

describe('every day', () => {
  it('P39 runs once after 4:00 of the time zone, west of Greenwich too', async () => {
    await set({ 'locale.timezone': 'America/New_York' });
    await Promise.all([storeVod(9), storeVod(8), storeVod(7)]);
    const now = jest.spyOn(app.nest.get(Clock, { strict: false }), 'now');
    const runs = jest.spyOn(app.nest.get(AutomaticCleanup, { strict: false }), 'all');
    const at = async (iso: string): Promise<number> => {
      now.mockReturnValue(Date.parse(iso));
      await run('cleanup-daily');
      // The database stamps the run with its own time.
      await db.query("UPDATE cleanup_review SET reviewed_at = $1 WHERE scope = 'daily' AND reviewed_at > $1", [iso]);
      return runs.mock.calls.length;
    };
    expect([
      await at('2026-11-02T08:59:00Z'), // 3:59 there
      await at('2026-11-02T09:01:00Z'),
      await at('2026-11-02T22:00:00Z'), // 17:00 there
      await at('2026-11-03T08:59:00Z'),
      await at('2026-11-03T09:01:00Z'),
    ]).toEqual([1, 2, 2, 2, 3]);
    expect(await left()).toHaveLength(2);
    now.mockRestore();
    runs.mockRestore();
  });
});

describe('when space for recordings is missing', () => {
  it('frees the oldest VODs, after one report; never the newest of a channel', async () => {
    const vods = [await storeVod(9), await storeVod(8), await storeVod(7)];
    const gates: unknown = app.nest.get(WriteGates, { strict: false });
    const { demandListeners } = gates as { demandListeners: ((demand: SpaceDemand) => Promise<void>)[] };
    const cleanup: unknown = app.nest.get(AutomaticCleanup, { strict: false });
    const automatic = cleanup as { roomAt: number };
    const needs = async (missing: number): Promise<string[]> => {
      automatic.roomAt = -Infinity;
      for (const listener of demandListeners) await listener({ missing, expected: 0 });
      await settled();
      return left();
    };
    expect(await needs(0)).toEqual(vods);
    expect(await needs(1.5 * GB)).toEqual(vods);
    expect((await shown())?.reported).toMatchObject({ vods: 2 });
    expect(await needs(0.5 * GB)).toEqual(vods.slice(1));
    expect(await needs(100 * GB)).toEqual(vods.slice(2));
    await set({ 'cleanup.make_room': false });
    expect(await needs(100 * GB)).toEqual(vods.slice(2));
    const later = [...vods.slice(2), await storeVod(6)];
    await set({ 'cleanup.make_room': true });
    expect(await needs(100 * GB)).toEqual(later);
    expect(await needs(100 * GB)).toEqual(later.slice(1));
  });
});
