import { type Channel, type Job, type listChannels } from '#libs/contracts';
import { type z } from 'zod';

export type ChannelList = z.infer<(typeof listChannels)['data']>;

/** Functions that merge a pushed record into cached data. Pure. */
const withChannels = (list: ChannelList, streamers: Channel[]): ChannelList => ({
  ...list,
  streamer_list: streamers,
  total_size: streamers.reduce((sum, c) => sum + c.vods_size, 0),
});

export function putChannel(list: ChannelList, channel: Channel): ChannelList {
  const isKnown = list.streamer_list.some((c) => c.uuid === channel.uuid);
  return withChannels(
    list,
    isKnown ? list.streamer_list.map((c) => (c.uuid === channel.uuid ? channel : c)) : [...list.streamer_list, channel],
  );
}

export function dropChannel(list: ChannelList, uuid: string): ChannelList {
  return withChannels(
    list,
    list.streamer_list.filter((c) => c.uuid !== uuid),
  );
}

export const putJob = (jobs: Job[], job: Job): Job[] =>
  [job, ...jobs.filter((j) => j.name !== job.name)].sort(
    (a, b) => Date.parse(b.dt_started_at) - Date.parse(a.dt_started_at),
  );
export const dropJob = (jobs: Job[], name: string): Job[] => jobs.filter((j) => j.name !== name);

/** Progress may arrive after a job was cleared, so it never adds a job. */
export const progressJob = (jobs: Job[], name: string, change: Partial<Job>): Job[] =>
  jobs.map((j) => (j.name === name ? { ...j, ...change } : j));
