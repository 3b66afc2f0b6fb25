import { describe, expect, it } from '@jest/globals';
import { type Channel, type Job, type Vod } from '#libs/contracts';
import { type ChannelList } from '../api/use-channels.js';
import { dropChannel, dropVod, progressJob, putChannel, putJob, putVod } from './merge.js';

const vod = (uuid: string, hour: number, over: Partial<Vod> = {}): Vod => ({ uuid, channel_uuid: 'a', basename: uuid, started_at: `2026-11-28T${String(hour).padStart(2, '0')}:00:00Z`, total_size: 10, ...over }) as Vod;
const channel = (uuid: string, vods: readonly Vod[], over: Partial<Channel> = {}): Channel => ({ uuid, displayName: uuid, vods_list: vods, vods_size: vods.length * 10, ...over }) as Channel;
const list = (...channels: readonly Channel[]): ChannelList => ({ streamer_list: [...channels], total_size: 20, free_size: 100 });
const uuidsOf = (l: ChannelList | undefined): string[][] => (l?.streamer_list ?? []).map((c) => c.vods_list.map((v) => v.uuid));
const job = (name: string, at: string, progress = 0): Job => ({ name, dt_started_at: at, progress }) as Job;

describe('putVod', () => {
  const before = list(channel('a', [vod('old', 8), vod('new', 10)]), channel('b', []));
  it('replaces a VOD in place and counts the sizes anew', () => {
    const after = putVod(before, vod('new', 10, { total_size: 50 }));
    expect(uuidsOf(after)).toEqual([['old', 'new'], []]);
    expect(after?.streamer_list[0]?.vods_size).toBe(60);
    expect(after?.total_size).toBe(60);
  });
  it('puts a VOD that was not there where its start says, oldest first', () => { expect(uuidsOf(putVod(before, vod('mid', 9)))[0]).toEqual(['old', 'mid', 'new']); });
  it('leaves the other channels as they are, so that they are not drawn again', () => { expect(putVod(before, vod('new', 10))?.streamer_list[1]).toBe(before.streamer_list[1]); });
  it('fills nothing in before the list was loaded', () => { expect(putVod(undefined, vod('new', 10))).toBeUndefined(); });
  it('ignores a VOD of a channel it does not know', () => { expect(uuidsOf(putVod(before, vod('x', 9, { channel_uuid: 'z' })))).toEqual(uuidsOf(before)); });
});

it('takes a removed VOD out of its channel', () => {
  const after = dropVod(list(channel('a', [vod('old', 8), vod('new', 10)])), 'old');
  expect(uuidsOf(after)).toEqual([['new']]);
  expect(after?.total_size).toBe(10);
});

describe('putChannel', () => {
  const before = list(channel('a', [vod('old', 8)]));
  it("keeps the VODs, which a channel's frame does not carry", () => {
    const after = putChannel(before, channel('a', [], { displayName: 'renamed' }));
    expect(after?.streamer_list[0]).toMatchObject({ displayName: 'renamed', vods_size: 10 });
    expect(uuidsOf(after)).toEqual([['old']]);
  });
  it('adds a channel that was not there', () => { expect(putChannel(before, channel('b', []))?.streamer_list.map((c) => c.uuid)).toEqual(['a', 'b']); });
});

it('takes a removed channel out', () => { expect(dropChannel(list(channel('a', []), channel('b', [])), 'a')?.streamer_list.map((c) => c.uuid)).toEqual(['b']); });

describe('jobs', () => {
  const jobs = [job('late', '2026-11-28T10:00:00Z'), job('early', '2026-11-28T09:00:00Z')];
  it('stay newest first', () => { expect(putJob(jobs, job('mid', '2026-11-28T09:30:00Z'))?.map((j) => j.name)).toEqual(['late', 'mid', 'early']); });
  it('take progress, but progress never brings a cleared job back', () => {
    expect(progressJob(jobs, 'early', { progress: 0.5 })?.[1]?.progress).toBe(0.5);
    expect(progressJob(jobs, 'gone', { progress: 0.5 })).toEqual(jobs);
  });
});
