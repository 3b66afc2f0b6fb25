import { type Channel, type Job, type Vod } from '#libs/contracts';
import { type ChannelList } from '../api/use-channels.js';

/** How one pushed record changes what the page already holds. Pure; `undefined` stays `undefined`: what was never loaded is not half filled. */
type List = ChannelList | undefined;

const byStart = (a: Vod, b: Vod): number => Date.parse(a.started_at) - Date.parse(b.started_at);

function onChannel(list: List, uuid: string, change: (channel: Channel) => Channel): List {
  if (list === undefined) return list;
  const streamers = list.streamer_list.map((c) => (c.uuid === uuid ? change(c) : c));
  return { ...list, streamer_list: streamers, total_size: streamers.reduce((sum, c) => sum + c.vods_size, 0) };
}

const withVods = (channel: Channel, vods: readonly Vod[]): Channel => {
  const sorted = [...vods].sort(byStart);
  return { ...channel, vods_list: sorted, vods_raw: sorted.map((v) => v.basename), vods_size: sorted.reduce((sum, v) => sum + v.total_size, 0) };
};

export const putVod = (list: List, vod: Vod): List =>
  onChannel(list, vod.channel_uuid, (channel) => withVods(channel, [...channel.vods_list.filter((v) => v.uuid !== vod.uuid), vod]));

export function dropVod(list: List, uuid: string): List {
  const home = list?.streamer_list.find((c) => c.vods_list.some((v) => v.uuid === uuid));
  return home === undefined ? list : onChannel(list, home.uuid, (channel) => withVods(channel, channel.vods_list.filter((v) => v.uuid !== uuid)));
}

/** To this page a channel frame carries no VODs (contracts, ws.ts): those that are here stay. */
export function putChannel(list: List, channel: Channel): List {
  if (list === undefined) return list;
  const known = list.streamer_list.find((c) => c.uuid === channel.uuid);
  if (known === undefined) return { ...list, streamer_list: [...list.streamer_list, channel] };
  return onChannel(list, channel.uuid, () => (channel.vods_list.length > 0 ? channel : withVods(channel, known.vods_list)));
}

export function dropChannel(list: List, uuid: string): List {
  return list && { ...list, streamer_list: list.streamer_list.filter((c) => c.uuid !== uuid) };
}

export const putJob = (jobs: Job[] | undefined, job: Job): Job[] | undefined => jobs && [job, ...jobs.filter((j) => j.name !== job.name)].sort((a, b) => Date.parse(b.dt_started_at) - Date.parse(a.dt_started_at));
export const dropJob = (jobs: Job[] | undefined, name: string): Job[] | undefined => jobs?.filter((j) => j.name !== name);

/** Progress may come after a job was cleared (reference-run.md (c)): it never brings a job back. */
export const progressJob = (jobs: Job[] | undefined, name: string, change: Partial<Job>): Job[] | undefined => jobs?.map((j) => (j.name === name ? { ...j, ...change } : j));
