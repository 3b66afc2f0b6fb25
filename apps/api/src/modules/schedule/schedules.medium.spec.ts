import 'reflect-metadata';
import { type Job, type Task } from '#libs/contracts';
import { CONFIG } from '#libs/service-kit';
import { type ApiConfig } from '#libs/config';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { CronTasks } from '../../platform/scheduler/cron-tasks.js';
import { eventually, type TestApp } from '../../testing/test-app.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';
import { ClipDownloadJob } from '../download/clip-download-job.js';

jest.setTimeout(120_000);

const clip = (id: string, agoS: number, viewCount: number) => ({
  ...{ id, agoS, viewCount, title: id, creator: 'mossy', seconds: 6 },
});
/** The most viewed one is too old, and the newest one has the fewest views. */
const CLIPS = [clip('Old', 7_200, 90), clip('New', 60, 1), clip('Second', 1_800, 20), clip('First', 1_200, 30)];

let test: TwitchTestApp;
beforeAll(async () => {
  test = await TwitchTestApp.open({ channels: [onTwitch('timed', '75000099', { past: { clips: CLIPS } })] });
}, 60_000);
afterAll(async () => {
  jest.restoreAllMocks();
  await test.stop();
});
const call: TestApp['call'] = (...args) => test.app.call(...args);
const task = async (name: string): Promise<Task | undefined> =>
  (await call<Task[]>('GET', '/tasks')).body.data?.find((one) => one.name === name);
/** Runs a schedule now, and waits for its end. */
async function ran(name: string, result: Task['result'] = 'ok'): Promise<Task> {
  const before = (await task(name))?.runs ?? 0;
  expect(await call('POST', `/tasks/${name}/run`)).toMatchObject({ status: 200 });
  return eventually(async () => {
    const found = await task(name);
    return found?.runs === before + 1 && found.result === result && !found.running ? found : null;
  }, `${result} of ${name}`);
}
const jobOf = async (name: string): Promise<Job | undefined> =>
  (await call<Job[]>('GET', '/jobs')).body.data?.find((job) => job.name === name);

describe('the schedules', () => {
  it('are listed with the tasks, with their times or off', async () => {
    await call('PUT', '/settings', { config: { 'schedule_muted_vods': false, 'schedule.cron.backup': '15 1 * * *' } });
    await test.app.nest.get(CronTasks, { strict: false }).run();
    expect(await task('check_muted_vods')).toMatchObject({ cron: null, next_run_at: null, interval_s: null });
    expect(await task('check_deleted_vods')).toMatchObject({ cron: '10 */12 * * *', next_run_at: expect.any(String) });
    expect(await task('backup')).toMatchObject({ cron: '15 1 * * *', result: null, last_started_at: null });
    for (const name of ['match_vods', 'clipdownload', 'clean_up'])
      expect(await task(name)).toMatchObject({ name, cron: null });
    const all = {
      'schedule.cron.check_muted_vods': '1 2 * * *',
      'schedule.cron.check_deleted_vods': '2 2 * * *',
      'schedule.cron.match_vods': '3 2 * * *',
      'schedule.cron.clipdownload': '4 2 * * *',
      'schedule.cron.clean_up': '5 2 * * *',
      'schedule.cron.backup': '6 2 * * *',
      'schedule.cron.verify_files': '7 2 * * *',
      'schedule.cron.self_test': '8 2 * * *',
      'schedule_muted_vods': true,
      'schedule_deleted_vods': true,
      'schedule_match_vods': true,
      'scheduler.clipdownload.enabled': true,
    };
    expect((await call('PUT', '/settings', { config: all })).status).toBe(200);
    await test.app.nest.get(CronTasks, { strict: false }).run();
    for (const [key, cron] of Object.entries(all))
      if (typeof cron === 'string') expect(await task(key.replace('schedule.cron.', ''))).toMatchObject({ cron });
    const off = {
      'schedule_deleted_vods': false,
      'schedule_match_vods': false,
      'scheduler.clipdownload.enabled': false,
    };
    await call('PUT', '/settings', { config: off });
    await test.app.nest.get(CronTasks, { strict: false }).run();
    for (const name of ['check_deleted_vods', 'match_vods', 'clipdownload'])
      expect(await task(name)).toMatchObject({ cron: null, next_run_at: null });
    for (const cron of ['0 3 * *', '99 3 * * *', 'daily'])
      expect(await call('PUT', '/settings', { config: { 'schedule.cron.backup': cron } })).toMatchObject({
        status: 400,
      });
  });

  it('never run while their times are empty', async () => {
    const nightly = ['backup', 'verify_files', 'self_test'];
    const cronsFor = async (cron: string | null): Promise<unknown[]> => {
      const config = Object.fromEntries(nightly.map((name) => [`schedule.cron.${name}`, cron]));
      expect((await call('PUT', '/settings', { config })).status).toBe(200);
      await test.app.nest.get(CronTasks, { strict: false }).run();
      return Promise.all(nightly.map(async (name) => (await task(name))?.cron));
    };
    expect(await cronsFor('')).toEqual([null, null, null]);
    expect(await cronsFor(null)).toEqual(['45 3 * * *', '0 3 * * *', '30 4 * * *']);
  });

  it('back up the database, and keep the newest seven', async () => {
    const { core } = test.app.nest.get<ApiConfig>(CONFIG, { strict: false });
    const folder = path.join(core.dataDir, 'backups', 'daily');
    for (let n = 0; n < 2; n += 1) {
      const { outcome, job } = await ran('backup');
      expect([job, outcome]).toEqual(['backup', expect.stringContaining(`Saved as ${folder}`)]);
    }
    const files = await readdir(folder);
    expect(files.length).toBeGreaterThan(0);
    expect(files.every((file) => file.endsWith('.ndjson.gz'))).toBe(true);
  });

  it('run as the jobs of v0 by its route, and once at a time', async () => {
    const { body } = await call<{ job: string }>('GET', '/tools/runscheduler/check_deleted_vods');
    expect(body.data?.job).toBe('check_deleted_vods');
    await eventually(async () => (await jobOf('check_deleted_vods'))?.status === 'STOPPED', 'its end');
    expect(await task('check_deleted_vods')).toMatchObject({ job: 'check_deleted_vods', runs: 1 });
  });
});

describe('the clip download', () => {
  it('needs channels', async () => {
    expect(await call('POST', '/tasks/clipdownload/run')).toMatchObject({
      status: 400,
      body: { code: 'no-clip-channels' },
    });
  });

  it('downloads the most viewed new clips of each channel, and goes on after a channel that fails', async () => {
    await call('PUT', '/settings', {
      config: {
        'scheduler.clipdownload.channels': 'nobody-of-that-name, timed',
        'scheduler.clipdownload.amount': 2,
        'scheduler.clipdownload.age': 3_600,
      },
    });
    const begin = jest.spyOn(test.app.nest.get(ClipDownloadJob, { strict: false }), 'begin');
    await ran('clipdownload');
    const log = (await jobOf('clipdownload'))?.log.map(({ text }) => text) ?? [];
    expect(log.some((line) => line.startsWith('nobody-of-that-name: '))).toBe(true);
    expect(begin.mock.calls.map(([{ id }]) => id)).toEqual(['First', 'Second']);
    for (const [request] of begin.mock.calls) expect(request).toMatchObject({ under: 'scheduler', withChat: true });
    expect((await task('clipdownload'))?.outcome).toBe('2 clips are queued for download');
  });
});
