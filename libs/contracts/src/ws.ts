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
 * What the server pushes to browsers, in the v0 wire shape `{action, data}` (docs/reference/v0-api.md). To a client
 * that said it is lean, channels come with an empty `vods_list`: each VOD travels in its own frame, so that a change
 * sends one record. Others, v0's page among them, read the whole list out of the channel and get it whole.
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
  /**
   * A file of the past is here: a video or a clip of a site. `path`: its address below the site's root; empty when it
   * failed.
   */
  action('video_download', { success: z.boolean(), path: z.string() }),
  action('notify', { title: localized(), body: localized(), icon: z.string(), url: z.string(), tts: z.boolean() }),
  z.object({ action: z.literal('log'), data: z.array(LogLineView), server: z.literal(true) }),
  action('alert', { text: z.string() }),
  action('settings_updated', {}),
  action('dead_letters', { list: z.array(DeadLetter) }),
]);
export type WsAction = z.infer<typeof WsAction>;
export type WsActionName = WsAction['action'];

/**
 * Close code of a socket whose caller is neither logged in nor a guest where guests may read. v0 clients expect this
 * number.
 */
export const WS_CLOSE_UNAUTHENTICATED = 3000;
/** Path of the page's socket, below the base path. */
export const WS_PATH = '/socket/';
/**
 * The client says `{action:'helloworld'}` on open, answered by `init`, and the text `ping` every 20 s, answered by
 * `pong`, as in v0.
 */
export const WS_HELLO = 'helloworld';
/**
 * `lean`, ours: this client keeps VODs by their own frames and needs none inside of channels. `language`, ours: as a
 * call's `X-Language`, since a browser can send no header with a socket. Not said: that of the handshake, else the
 * setting `basic.language`.
 */
export const WsHello = z.object({
  action: z.literal(WS_HELLO),
  lean: z.boolean().optional(),
  language: z.string().max(100).optional(),
});
export type WsHello = z.infer<typeof WsHello>;
