import { type Channel, Message, type View, type WsAction } from '#libs/contracts';
import { z } from 'zod';
import { guestChannel } from '../views/guest-channel.js';
import { presentDeletedJob } from '../views/deleted-job.js';
import { type UiChange } from '../platform/messaging/ui-notifier.js';
import { type ViewLoader } from '../views/view-loader.service.js';

/** A frame whose texts are not translated yet. */
export type ActionView = View<typeof WsAction>;

/** Data in the pulse of a notification. */
const Shown = z.object({
  title: Message,
  body: z.union([Message, z.literal('')]),
  icon: z.string(),
  url: z.string(),
  tts: z.boolean(),
});

type Entity = UiChange['entity'];
/** `isWholeWanted`: a listener reads the VODs of a channel from the channel's frame. */
interface Audience {
  readonly isWholeWanted: boolean;
}
/** Reads the present state of an entity for browsers; null if it was deleted. */
type Views = Pick<ViewLoader, 'vod' | 'channel' | 'job' | 'deadLetters'>;
type ActionBuilder = (change: UiChange, views: Views, audience: Audience) => Promise<readonly ActionView[]>;

/**
 * Maps changes to the actions that browsers receive. Each builder reads the entity again, so that no frame is older
 * than the row. A new entity does not compile until it is listed here.
 */
export const ACTION_BUILDERS: Readonly<Record<Entity, ActionBuilder>> = {
  'vod': async ({ id, actions, data }, views) => {
    const vod = await views.vod(id);
    if (!vod) return [];
    const success = data?.['success'] !== false;
    const chapter = vod.chapters.at(-1);
    const extra = (actions ?? []).flatMap((action): ActionView[] => {
      if (
        action === 'start_download' ||
        action === 'start_capture' ||
        action === 'start_convert' ||
        action === 'end_download'
      )
        return [{ action, data: { vod } }];
      if (action === 'end_capture' || action === 'end_convert') return [{ action, data: { vod, success } }];
      return action === 'chapter_update' && chapter ? [{ action, data: { vod, chapter } }] : [];
    });
    return [...extra, { action: 'vod_updated', data: { vod } }];
  },
  'vod-removed': ({ id, data }) =>
    Promise.resolve([{ action: 'vod_removed', data: { uuid: id, basename: stringOr(data?.['basename']) } }]),
  'channel': async ({ id }, views, { isWholeWanted }) => {
    const channel = isWholeWanted ? await views.channel(id) : withoutVods(await views.channel(id, 0));
    return channel ? [{ action: 'channel_updated', data: { channel } }] : [];
  },
  'channel-removed': ({ id }) => Promise.resolve([{ action: 'channel_removed', data: { uuid: id } }]),
  'job': async ({ id, actions }, views) => {
    const job = await views.job(id);
    if (!job) return [];
    if (actions?.includes('job_save')) return [{ action: 'job_save', data: { job_name: id, job } }];
    const isProgress = actions?.length === 1 && actions[0] === 'job_progress';
    return [
      isProgress
        ? { action: 'job_progress', data: { job_name: id, progress: job.progress, job } }
        : { action: 'job_update', data: { job_name: id, job } },
    ];
  },
  'job-removed': ({ id, data }) => {
    const job = presentDeletedJob(data);
    return Promise.resolve([{ action: 'job_clear', data: { job_name: id, ...(job && { job }) } }]);
  },
  'settings': () => Promise.resolve([{ action: 'settings_updated', data: {} }]),
  'notice': () => Promise.resolve([{ action: 'notices_updated', data: {} }]),
  'notification': ({ id, data }) => {
    const shown = Shown.safeParse(data).data;
    return Promise.resolve(shown ? [{ action: 'notify', data: { id, ...shown } }] : []);
  },
  'video-download': async ({ id, data }, views) => {
    const path = typeof data?.['path'] === 'string' ? data['path'] : (await views.vod(id))?.files[0]?.url;
    return [{ action: 'video_download', data: { success: data?.['success'] !== false, path: path ?? '' } }];
  },
  'dead-letter': async (_, views) => [{ action: 'dead_letters', data: { list: await views.deadLetters() } }],
};

/** A channel for lean clients: its VODs are sent in their own frames. */
const withoutVods = <C extends View<typeof Channel> | null>(channel: C): C => channel && { ...channel, vods_list: [] };

/** The action for a client that receives VODs in their own frames. */
export const leanAction = (action: ActionView): ActionView =>
  action.action === 'channel_updated' ? { ...action, data: { channel: withoutVods(action.data.channel) } } : action;

/** The action as a guest receives it. */
export const guestAction = (action: ActionView): ActionView =>
  action.action === 'channel_updated' ? { ...action, data: { channel: guestChannel(action.data.channel) } } : action;

const stringOr = (value: unknown): string => (typeof value === 'string' ? value : '');
