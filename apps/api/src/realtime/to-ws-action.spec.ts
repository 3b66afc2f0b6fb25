import { WsAction } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import { HEARD_BY } from './guest-actions.js';
import { type UiChange, type ViewLoader } from './ports.js';
import { RELAY } from './to-ws-action.js';

const vod = { uuid: 'v', chapters: [{ title: 'one' }, { title: 'two' }] };
const views = {
  vod: (uuid: string) => Promise.resolve(uuid === 'v' ? vod : null),
  channel: (uuid: string) => Promise.resolve(uuid === 'c' ? { uuid, vods_list: [vod] } : null),
  job: (name: string) => Promise.resolve(name === 'j' ? { name, progress: 0.5 } : null),
  deadLetters: () => Promise.resolve([]),
} as unknown as ViewLoader;
const told = (change: Partial<UiChange> & Pick<UiChange, 'entity'>) => RELAY[change.entity]({ id: '', version: 1, ...change }, views);

describe('what browsers hear', () => {
  it('of a VOD: what was said of it, in order, then its newest state', async () => {
    expect(await told({ entity: 'vod', id: 'v', actions: ['end_capture', 'chapter_update', 'nonsense'], data: { success: false } })).toEqual([
      { action: 'end_capture', data: { vod, success: false } }, { action: 'chapter_update', data: { vod, chapter: { title: 'two' } } }, { action: 'vod_updated', data: { vod } },
    ]);
  });

  it('of what is gone meanwhile: nothing', async () => {
    expect([await told({ entity: 'vod', id: 'x' }), await told({ entity: 'channel', id: 'x' }), await told({ entity: 'job', id: 'x' })]).toEqual([[], [], []]);
  });

  it('of a channel: without its VODs, which travel alone', async () => {
    expect(await told({ entity: 'channel', id: 'c' })).toEqual([{ action: 'channel_updated', data: { channel: { uuid: 'c', vods_list: [] } } }]);
  });

  it('of a job: saved, updated, or only moved on', async () => {
    const names = async (actions?: string[]) => (await told({ entity: 'job', id: 'j', ...(actions && { actions }) })).map((a) => a.action);
    expect([await names(['job_save', 'job_progress']), await names(['job_progress']), await names(), await names(['job_update', 'job_progress'])]).toEqual([['job_save'], ['job_progress'], ['job_update'], ['job_update']]);
  });

  it('of removals and notices', async () => {
    expect(await told({ entity: 'vod-removed', id: 'v', data: { basename: 'b' } })).toEqual([{ action: 'vod_removed', data: { uuid: 'v', basename: 'b' } }]);
    expect(await told({ entity: 'notice', data: { title: 't', body: 'b' } })).toEqual([{ action: 'notify', data: { title: 't', body: 'b', icon: '', url: '', tts: false } }]);
    expect(await told({ entity: 'notice', data: { title: 5 } })).toEqual([]);
  });

  it('is decided for guests, action by action', () => {
    expect(Object.keys(HEARD_BY).sort()).toEqual(WsAction.options.map((o) => o.shape.action.value).sort());
  });
});
