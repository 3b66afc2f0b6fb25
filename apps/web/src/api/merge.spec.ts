import { describe, expect, it } from '@jest/globals';
import { type Channel, type Job } from '#libs/contracts';
import { type ChannelList, dropChannel, progressJob, putChannel, putJob } from './merge.js';

const channel = (uuid: string, bytes: number, over: Partial<Channel> = {}): Channel =>
  ({ uuid, displayName: uuid, vods_size: bytes, ...over }) as Channel;
const list = (...channels: readonly Channel[]): ChannelList => ({
  streamer_list: [...channels],
  total_size: 20,
  free_size: 100,
});
const job = (name: string, at: string, progress = 0): Job => ({ name, dt_started_at: at, progress }) as Job;

describe('putChannel', () => {
  const before = list(channel('a', 20), channel('b', 5));
  it('puts the new state in the place of the old one, and counts the bytes of all anew', () => {
    const after = putChannel(before, channel('a', 30, { displayName: 'renamed' }));
    expect(after.streamer_list[0]).toMatchObject({ displayName: 'renamed', vods_size: 30 });
    expect(after.total_size).toBe(35);
  });
  it('leaves the other channels as they are, so that they are not drawn again', () => {
    expect(putChannel(before, channel('a', 1)).streamer_list[1]).toBe(before.streamer_list[1]);
  });
  it('adds a channel that was not there', () => {
    expect(putChannel(before, channel('c', 1)).streamer_list.map((c) => c.uuid)).toEqual(['a', 'b', 'c']);
  });
});

it('takes a removed channel out, with its bytes', () => {
  const after = dropChannel(list(channel('a', 20), channel('b', 5)), 'a');
  expect([after.streamer_list.map((c) => c.uuid), after.total_size]).toEqual([['b'], 5]);
});

describe('jobs', () => {
  const jobs = [job('late', '2026-11-28T10:00:00Z'), job('early', '2026-11-28T09:00:00Z')];
  it('stay newest first', () => {
    expect(putJob(jobs, job('mid', '2026-11-28T09:30:00Z')).map((j) => j.name)).toEqual(['late', 'mid', 'early']);
  });
  it('take progress, but progress never brings a cleared job back', () => {
    expect(progressJob(jobs, 'early', { progress: 0.5 })[1]?.progress).toBe(0.5);
    expect(progressJob(jobs, 'gone', { progress: 0.5 })).toEqual(jobs);
  });
});
