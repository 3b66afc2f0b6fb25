import { WsAction } from '#libs/contracts';
import { message, verbatim } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { JobEntity } from '../persistence/entities/job.entity.js';
import { deletedJob } from '../views/deleted-job.js';
import { presentJob } from '../views/job.presenter.js';
import { AUDIENCE_OF } from './guest-actions.js';
import { type UiChange } from '../platform/messaging/ui-notifier.js';
import { type ViewLoader } from '../views/view-loader.service.js';
import { leanAction, ACTION_BUILDERS } from './to-ws-action.js';

const vod = { uuid: 'v', files: [{ url: '/vods/a/one.mp4' }], chapters: [{ title: 'one' }, { title: 'two' }] };
const loads: number[] = [];
const views = {
  vod: (uuid: string) => Promise.resolve(uuid === 'v' ? vod : null),
  channel: (uuid: string, newest?: number) => {
    if (newest !== undefined) loads.push(newest);
    return Promise.resolve(uuid === 'c' ? { uuid, vods_list: [vod] } : null);
  },
  job: (name: string) => Promise.resolve(name === 'j' ? { name, progress: 0.5 } : null),
  deadLetters: () => Promise.resolve([]),
} as unknown as ViewLoader;
const actionsOf = (change: Partial<UiChange> & Pick<UiChange, 'entity'>, isWholeWanted = false) =>
  ACTION_BUILDERS[change.entity]({ id: '', version: 1, ...change }, views, { isWholeWanted });

describe('frames for browsers', () => {
  it('a VOD: its actions in order, then the newest state', async () => {
    expect(
      await actionsOf({
        entity: 'vod',
        id: 'v',
        actions: ['end_capture', 'chapter_update', 'nonsense'],
        data: { success: false },
      }),
    ).toEqual([
      { action: 'end_capture', data: { vod, success: false } },
      { action: 'chapter_update', data: { vod, chapter: { title: 'two' } } },
      { action: 'vod_updated', data: { vod } },
    ]);
  });

  it('an entity that was deleted meanwhile: no frame', async () => {
    expect([
      await actionsOf({ entity: 'vod', id: 'x' }),
      await actionsOf({ entity: 'channel', id: 'x' }),
      await actionsOf({ entity: 'job', id: 'x' }),
    ]).toEqual([[], [], []]);
  });

  it('W34 a channel for lean clients: without its VODs, which are not even read', async () => {
    loads.length = 0;
    expect(await actionsOf({ entity: 'channel', id: 'c' })).toEqual([
      { action: 'channel_updated', data: { channel: { uuid: 'c', vods_list: [] } } },
    ]);
    expect(loads).toEqual([0]);
  });

  it('a channel for clients of v0: with its VODs; lean clients get it without them', async () => {
    const whole = await actionsOf({ entity: 'channel', id: 'c' }, true);
    expect(whole).toEqual([{ action: 'channel_updated', data: { channel: { uuid: 'c', vods_list: [vod] } } }]);
    expect(whole.map(leanAction)).toEqual([
      { action: 'channel_updated', data: { channel: { uuid: 'c', vods_list: [] } } },
    ]);
  });

  it('a downloaded file: whether it exists, and where', async () => {
    expect(
      await actionsOf({ entity: 'video-download', data: { success: true, path: '/saved_clips/a/b.mp4' } }),
    ).toEqual([{ action: 'video_download', data: { success: true, path: '/saved_clips/a/b.mp4' } }]);
    expect(await actionsOf({ entity: 'video-download', id: 'v' })).toEqual([
      { action: 'video_download', data: { success: true, path: '/vods/a/one.mp4' } },
    ]);
    expect(await actionsOf({ entity: 'video-download', data: { success: false } })).toEqual([
      { action: 'video_download', data: { success: false, path: '' } },
    ]);
  });

  it('a job: saved, updated, or progress only', async () => {
    const names = async (actions?: string[]) =>
      (await actionsOf({ entity: 'job', id: 'j', ...(actions && { actions }) })).map((a) => a.action);
    expect([
      await names(['job_save', 'job_progress']),
      await names(['job_progress']),
      await names(),
      await names(['job_update', 'job_progress']),
    ]).toEqual([['job_save'], ['job_progress'], ['job_update'], ['job_update']]);
  });

  it('a deleted job: its last state, not translated yet; only the name if nothing else is known', async () => {
    const note = message('job.no-recorder-there');
    const row = Object.assign(new JobEntity(), {
      ...{
        name: 'g',
        kind: 'scan',
        vodUuid: null,
        title: verbatim('a scan'),
        status: 'ERROR',
        progress: 1,
        rate: null,
      },
      ...{ unit: 'items', leftMs: null, note, error: null, node: null, pid: null },
      ...{ startedAt: new Date(0), log: [{ at: 1, message: note }] },
    });
    const data = JSON.parse(JSON.stringify(deletedJob(row))) as Record<string, unknown>;
    const [frame] = await actionsOf({ entity: 'job-removed', id: 'g', data });
    const job = frame?.action === 'job_clear' ? frame.data.job : undefined;
    expect(frame).toEqual({ action: 'job_clear', data: { job_name: 'g', job: presentJob(row) } });
    expect([job?.note, job?.log[0]?.text]).toEqual([note, note]);
    expect(await actionsOf({ entity: 'job-removed', id: 'g' })).toEqual([
      { action: 'job_clear', data: { job_name: 'g' } },
    ]);
  });

  it('removals, notices and notifications', async () => {
    expect(await actionsOf({ entity: 'vod-removed', id: 'v', data: { basename: 'b' } })).toEqual([
      { action: 'vod_removed', data: { uuid: 'v', basename: 'b' } },
    ]);
    const [title, body] = [verbatim('t'), verbatim('b')];
    expect(await actionsOf({ entity: 'notice' })).toEqual([{ action: 'notices_updated', data: {} }]);
    const shown = { title, body, icon: '', url: '', tts: true };
    expect(await actionsOf({ entity: 'notification', id: 'n', data: shown })).toEqual([
      { action: 'notify', data: { id: 'n', ...shown } },
    ]);
    expect(await actionsOf({ entity: 'notification', data: { title: 5 } })).toEqual([]);
  });

  it('every action of the contract has an audience', () => {
    expect(Object.keys(AUDIENCE_OF).sort()).toEqual(WsAction.options.map((o) => o.shape.action.value).sort());
  });
});
