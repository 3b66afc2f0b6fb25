import { type Job, type Vod, type WsAction, type WsActionName } from '#libs/contracts';
import { type ScopedMutator } from 'swr';
import { KEY } from '../api/keys.js';
import { type ChannelList } from '../api/use-channels.js';
import { dropChannel, dropJob, dropVod, progressJob, putChannel, putJob, putVod } from './merge.js';

/** What an action may do to the page: write the cache, or tell the person. */
export interface Page { readonly mutate: ScopedMutator; readonly toast: (text: string) => void; readonly notify: (notice: NotifyData) => void }
type Data<A extends WsActionName> = Extract<WsAction, { action: A }>['data'];
export type NotifyData = Data<'notify'>;
type Apply = { readonly [A in WsActionName]: (data: Data<A>, page: Page) => unknown };

const KEEP = { revalidate: false } as const;
const channels = (page: Page, change: (list: ChannelList | undefined) => ChannelList | undefined): unknown => page.mutate<ChannelList>(KEY.channels, change, KEEP);
const jobs = (page: Page, change: (list: Job[] | undefined) => Job[] | undefined): unknown => page.mutate<Job[]>(KEY.jobs, change, KEEP);

function vod({ vod: fresh }: { readonly vod: Vod }, page: Page): void {
  void page.mutate<Vod>(KEY.vod(fresh.uuid), fresh, KEEP);
  void channels(page, (list) => putVod(list, fresh));
}

/** One entry per action the server can push: an action that nobody decided about does not compile (architecture 5.10). */
export const APPLY: Apply = {
  connected: () => undefined,
  init: () => undefined,
  vod_updated: vod, start_download: vod, start_capture: vod, end_capture: vod, start_convert: vod, end_convert: vod, end_download: vod, chapter_update: vod,
  vod_removed: ({ uuid }, page) => {
    void page.mutate(KEY.vod(uuid), undefined, KEEP);
    void channels(page, (list) => dropVod(list, uuid));
  },
  channel_updated: ({ channel }, page) => channels(page, (list) => putChannel(list, channel)),
  channel_removed: ({ uuid }, page) => channels(page, (list) => dropChannel(list, uuid)),
  job_save: ({ job }, page) => jobs(page, (list) => putJob(list, job)),
  job_update: ({ job }, page) => jobs(page, (list) => putJob(list, job)),
  job_progress: ({ job_name, progress, job }, page) => jobs(page, (list) => progressJob(list, job_name, { ...job, progress })),
  job_clear: ({ job_name }, page) => jobs(page, (list) => dropJob(list, job_name)),
  notify: (notice, page) => {
    page.notify(notice);
    void page.mutate(KEY.notices);
  },
  // The log page asks for the lines after its last one by itself, so that none is shown twice or missed.
  log: () => undefined,
  // The channel that the file belongs to is told too.
  video_download: () => undefined,
  alert: ({ text }, page) => { page.toast(text); },
  settings_updated: (_, page) => {
    void page.mutate(KEY.settings);
    void page.mutate(KEY.sites);
  },
  dead_letters: ({ list }, page) => page.mutate(KEY.deadLetters, list, KEEP),
};

/** Applies one frame. @returns false for an action this client does not know */
export function applyFrame(frame: unknown, page: Page): boolean {
  if (typeof frame !== 'object' || frame === null || !('action' in frame) || typeof frame.action !== 'string' || !Object.hasOwn(APPLY, frame.action)) return false;
  const apply = APPLY[frame.action as WsActionName] as (data: unknown, page: Page) => unknown;
  apply('data' in frame ? frame.data : {}, page);
  return true;
}
