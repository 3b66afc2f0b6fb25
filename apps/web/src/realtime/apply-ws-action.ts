import { type DeadLetter, type Job, type Vod, type WsAction, type WsActionName } from '#libs/contracts';
import { KEY } from '../api/keys.js';
import { type ChannelList, dropChannel, dropJob, progressJob, putChannel, putJob } from '../api/merge.js';
import { type PageCache } from '../api/page-cache.js';
import { dropFromList, putInList, type VodList } from '../api/vod-list.js';

/** What an action may do: change cached data, or notify the user. */
export interface Page {
  readonly cache: PageCache;
  readonly toast: (text: string) => void;
  readonly notify: (notice: NotifyData) => void;
}
type Data<A extends WsActionName> = Extract<WsAction, { action: A }>['data'];
export type NotifyData = Data<'notify'>;
type Apply = { readonly [A in WsActionName]: (data: Data<A>, page: Page) => void };

const channels = ({ cache }: Page, change: (list: ChannelList) => ChannelList): void => {
  cache.write(KEY.channels, change);
};
const vodLists = ({ cache }: Page, change: (list: VodList) => VodList): void => {
  cache.writeAll(KEY.isVodList, change);
};
const jobs = ({ cache }: Page, change: (list: Job[]) => Job[]): void => {
  cache.write(KEY.jobs, change);
};

function vod({ vod: fresh }: { readonly vod: Vod }, page: Page): void {
  page.cache.write<Vod>(KEY.vod(fresh.uuid), () => fresh);
  vodLists(page, (list) => putInList(list, fresh));
}

/** One entry per action that the server can push; a missing entry does not compile. */
export const APPLY: Apply = {
  connected: () => undefined,
  init: () => undefined,
  vod_updated: vod,
  start_download: vod,
  start_capture: vod,
  end_capture: vod,
  start_convert: vod,
  end_convert: vod,
  end_download: vod,
  chapter_update: vod,
  vod_removed: ({ uuid }, page) => {
    page.cache.write<Vod>(KEY.vod(uuid), () => undefined);
    vodLists(page, (list) => dropFromList(list, uuid));
  },
  channel_updated: ({ channel }, page) => {
    channels(page, (list) => putChannel(list, channel));
  },
  channel_removed: ({ uuid }, page) => {
    channels(page, (list) => dropChannel(list, uuid));
  },
  job_save: ({ job }, page) => {
    jobs(page, (list) => putJob(list, job));
  },
  job_update: ({ job }, page) => {
    jobs(page, (list) => putJob(list, job));
  },
  job_progress: ({ job_name, progress, job }, page) => {
    jobs(page, (list) => progressJob(list, job_name, { ...job, progress }));
  },
  job_clear: ({ job_name }, page) => {
    jobs(page, (list) => dropJob(list, job_name));
  },
  notify: (notice, page) => {
    page.notify(notice);
  },
  notices_updated: (_, page) => {
    page.cache.revalidate(KEY.notices);
  },
  // The log page itself requests the lines after its last one, so that it repeats or misses none.
  log: () => undefined,
  // The server also sends an action for the channel that the file belongs to.
  video_download: () => undefined,
  alert: ({ text }, page) => {
    page.toast(text);
  },
  settings_updated: (_, page) => {
    for (const key of [KEY.settings, KEY.sites]) page.cache.revalidate(key);
  },
  dead_letters: ({ list }, page) => {
    page.cache.write<DeadLetter[]>(KEY.deadLetters, () => list);
  },
};

/**
 * Applies one frame.
 * @returns false for an action that this client does not know
 */
export function applyFrame(frame: unknown, page: Page): boolean {
  if (
    typeof frame !== 'object' ||
    frame === null ||
    !('action' in frame) ||
    typeof frame.action !== 'string' ||
    !Object.hasOwn(APPLY, frame.action)
  )
    return false;
  const apply = APPLY[frame.action as WsActionName] as (data: unknown, page: Page) => void;
  apply('data' in frame ? frame.data : {}, page);
  return true;
}
