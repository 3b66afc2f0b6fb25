import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { Quality } from '../entities/channel-form.js';
import { CHAT_METHODS } from '../jobs/download.jobs.js';
import { Login, OWN_PICTURE } from './look-up.routes.js';
import { ChannelRef, defineRoute, JobStarted, NoBody, Uuid } from './route.js';

const site = { 'no-past': 400, 'site-away': 502, 'rate-limited': 502, 'refused': 502 };
const missing = { 'vod-missing': 404 };
const Url = z
  .string()
  .trim()
  .min(1, fieldMessage('field.required'))
  .max(2048)
  .regex(/^[^\p{Cc}\s]+$/u, fieldMessage('field.no-spaces'));
const SiteId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w-]+$/, fieldMessage('field.not-video-id'));
/** Seconds from the start of a video. */
const Seconds = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,3})?$/, fieldMessage('field.seconds'))
  .transform(Number)
  .pipe(z.number().max(1_000_000));

/** `from` and `to` select a stretch of whole segments. 409 if a VOD of the video exists. */
export const downloadVideo = defineRoute({
  method: 'GET',
  path: '/api/v0/channels/:uuid/download/:id',
  changesState: true,
  level: 'admin',
  summary: 'Download a video of the site as a new VOD',
  params: z.strictObject({ ...ChannelRef.shape, id: SiteId }),
  query: z.strictObject({ quality: Quality.optional(), from: Seconds.optional(), to: Seconds.optional() }),
  data: JobStarted.extend({ vod: z.uuid() }),
  errors: {
    ...site,
    'channel-missing': 404,
    'video-missing': 404,
    'video-known': 409,
    'job-running': 409,
    'bad-stretch': 400,
  },
});
/** Creates v0's `_vod` file next to the recording. The VOD must be matched with its video. */
export const downloadCopy = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/download',
  level: 'admin',
  summary: "Download the site's own copy of a recorded VOD",
  params: Uuid,
  query: z.strictObject({ quality: Quality.optional() }),
  body: NoBody,
  data: JobStarted,
  errors: { ...site, ...missing, 'no-site-vod': 400, 'job-running': 409 },
});
/** A channel that is not followed is added without being recorded. */
export const downloadVideoByUrl = defineRoute({
  method: 'POST',
  path: '/api/v0/tools/vod_download',
  level: 'admin',
  summary: 'Download a video by its address',
  body: z.strictObject({ url: Url, quality: Quality.optional() }),
  data: JobStarted.extend({ vod: z.uuid() }),
  errors: {
    ...site,
    'not-a-video': 400,
    'video-missing': 404,
    'video-known': 409,
    'job-running': 409,
    'channel-missing': 404,
    'duplicate-channel': 409,
  },
});

const Method = z.enum(CHAT_METHODS);
/**
 * `td` yields a file in TwitchDownloader's format, `tcd` in Twitch-Chat-Downloader's, both without pictures. It becomes
 * v0's `_chat.json` next to the VOD, and the VOD's chat if it has no other.
 */
export const downloadVodChat = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/download_chat',
  level: 'admin',
  summary: 'Download the chat of a VOD from its site',
  params: Uuid,
  query: z.strictObject({ method: Method.optional() }),
  body: NoBody,
  data: JobStarted,
  errors: { ...missing, 'no-site-vod': 400, 'job-running': 409 },
});
/** Saves to the VOD of the same video, otherwise to `saved_vods/<login>.<id>.chat.json`. */
export const downloadChatByUrl = defineRoute({
  method: 'POST',
  path: '/api/v0/tools/chat_download',
  level: 'admin',
  summary: 'Download the chat of a video by its address',
  body: z.strictObject({ url: Url, method: Method }),
  data: JobStarted,
  errors: { ...site, 'not-a-video': 400, 'video-missing': 404, 'job-running': 409 },
});
/**
 * Finds `login` among the followed channels, otherwise at the site that v0 knows. When its job is killed, the dump is
 * saved to `saved_vods/<login>-<time>.json` in the format of `td`. Only one dump of a chat can run at a time.
 */
export const dumpChat = defineRoute({
  method: 'POST',
  path: '/api/v0/tools/chat_dump',
  level: 'admin',
  summary: 'Record the chat of a channel from now on, until its job is stopped',
  body: z.strictObject({ login: Login }),
  data: JobStarted,
  errors: {
    'unknown-channel': 404,
    'no-chat': 400,
    'dump-running': 409,
    'site-away': 502,
    'rate-limited': 502,
    'refused': 502,
  },
});
/** `chat` (addition to v0): also downloads the chat of the clip's stretch, if its video still exists. */
export const downloadClip = defineRoute({
  method: 'POST',
  path: '/api/v0/tools/clip_download',
  level: 'admin',
  summary: 'Download a clip by its address',
  body: z.strictObject({ url: Url, quality: Quality.optional(), chat: z.boolean().optional() }),
  data: JobStarted,
  errors: { ...site, 'not-a-video': 400, 'clip-missing': 404, 'clip-known': 409, 'job-running': 409 },
});
/** Data in the format of the site's own API. */
const Raw = z.record(z.string(), z.unknown());
export const listSiteClips = defineRoute({
  method: 'GET',
  path: '/api/v0/channels/:uuid/clips',
  level: 'admin',
  summary: 'Clips of a channel at its site, most viewed first',
  params: ChannelRef,
  data: z.array(Raw.and(z.object(OWN_PICTURE))),
  errors: { ...site, 'channel-missing': 404 },
});

/**
 * The body is the chat file: from TwitchDownloader, tcd or chat-downloader, or LiveStreamDVR's `.chatdump` and
 * `.chatdump.line`, compressed or not. It becomes the chat of a VOD that has none, or replaces an imported one.
 * `offset`: seconds to add to its times. `messages`: number of messages in the chat; `left_out`: number with a repeated
 * id or without an author.
 */
export const importChat = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/chat/import',
  level: 'admin',
  summary: 'Import the chat of a VOD from a file of another tool',
  params: Uuid,
  query: z.strictObject({
    offset: z
      .string()
      .regex(/^-?\d{1,6}(\.\d{1,3})?$/, fieldMessage('field.seconds'))
      .transform(Number)
      .optional(),
  }),
  file: ['application/octet-stream', 'application/json'],
  data: z.object({ messages: z.int(), left_out: z.int() }),
  errors: { ...missing, 'chat-unreadable': 400, 'chat-too-large': 413, 'chat-exists': 409, 'vod-capturing': 409 },
});
