import { z } from 'zod';
import { Channel } from './entities/channel.js';
import { DeadLetter } from './entities/dead-letter.js';
import { Job } from './entities/job.js';
import { LogLineView } from './entities/log-line.js';
import { Chapter, Vod } from './entities/vod.js';
import { localized } from './localized.js';

const action = <const A extends string, D extends z.ZodRawShape>(name: A, data: D) =>
  z.object({ action: z.literal(name), data: z.object(data) });

/**
 * Messages of the server to browsers, in the v0 wire format `{action, data}` (docs/reference/v0-api.md). For a client
 * that declared itself lean, channels have an empty `vods_list`: each VOD has its own frame, so that a change sends one
 * record. Other clients, such as v0's page, read the whole list from the channel and receive it.
 */
export const WsAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('connected'), data: z.object({ version: z.string() }).optional() }),
  action('init', { hello: z.string() }),
  action('vod_updated', { vod: Vod }),
  action('start_download', { vod: Vod }),
  action('start_capture', { vod: Vod }),
  action('end_capture', { vod: Vod, success: z.boolean() }),
  action('start_convert', { vod: Vod }),
  action('end_convert', { vod: Vod, success: z.boolean() }),
  action('end_download', { vod: Vod }),
  action('chapter_update', { vod: Vod, chapter: Chapter }),
  action('vod_removed', { basename: z.string(), uuid: z.uuid() }),
  action('channel_updated', { channel: Channel }),
  action('channel_removed', { uuid: z.uuid() }),
  action('job_save', { job_name: z.string(), job: Job }),
  action('job_update', { job_name: z.string(), job: Job }),
  action('job_progress', { job_name: z.string(), progress: z.number(), job: Job.optional() }),
  action('job_clear', { job_name: z.string(), job: Job.optional() }),
  /** A video or clip of a site has been downloaded. `path`: its path below the site's root; empty after a failure. */
  action('video_download', { success: z.boolean(), path: z.string() }),
  /** `id`, an addition to v0, is the same if a message is repeated. */
  action('notify', {
    id: z.string(),
    title: localized(),
    body: localized(),
    icon: z.string(),
    url: z.string(),
    tts: z.boolean(),
  }),
  z.object({ action: z.literal('log'), data: z.array(LogLineView), server: z.literal(true) }),
  action('alert', { text: z.string() }),
  action('settings_updated', {}),
  action('notices_updated', {}),
  action('dead_letters', { list: z.array(DeadLetter) }),
]);
export type WsAction = z.infer<typeof WsAction>;
export type WsActionName = WsAction['action'];

/** Close code of a socket whose caller is not logged in and has no guest access. v0 clients expect this number. */
export const WS_CLOSE_UNAUTHENTICATED = 3000;
/** Path of the page's socket, below the base path. */
export const WS_PATH = '/socket/';
/**
 * The client sends `{action:'helloworld'}` on open, which the server answers with `init`, and the text `ping` every 20
 * s, which the server answers with `pong`, as in v0.
 */
export const WS_HELLO = 'helloworld';
/**
 * `lean` (addition to v0): this client reads VODs from their own frames and needs none inside channels. `language`
 * (addition to v0): equivalent to `X-Language` of an HTTP call, because a browser cannot send headers with a socket.
 * Default: the language of the handshake, otherwise the setting `basic.language`.
 */
export const WsHello = z.object({
  action: z.literal(WS_HELLO),
  lean: z.boolean().optional(),
  language: z.string().max(100).optional(),
});
export type WsHello = z.infer<typeof WsHello>;
