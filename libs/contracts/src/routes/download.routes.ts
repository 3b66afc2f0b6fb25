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

/** A stretch of it with `from` and `to`, whole segments. 409 where a VOD of it is there. */
export const downloadVideo = defineRoute({
  method: 'GET',
  path: '/api/v0/channels/:uuid/download/:id',
  changesState: true,
  level: 'admin',
  summary: 'Download a video that the site keeps as a new VOD',
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
/** v0's `_vod` file beside the recording; the VOD must be matched with its video. */
export const downloadCopy = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/download',
  level: 'admin',
  summary: "Fetch the site's own copy of a recorded VOD",
  params: Uuid,
  query: z.strictObject({ quality: Quality.optional() }),
  body: NoBody,
  data: JobStarted,
  errors: { ...site, ...missing, 'no-site-vod': 400, 'job-running': 409 },
});
/** A channel that is not followed is taken in without being recorded. */
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
 * The file that each method yields: `td` one of TwitchDownloader's shape, `tcd` one of Twitch-Chat-Downloader's; both
 * without pictures. It is v0's `_chat.json` beside the VOD, and its chat where it has no other.
 */
export const downloadVodChat = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/download_chat',
  level: 'admin',
  summary: 'Fetch the chat that the site keeps of a VOD',
  params: Uuid,
  query: z.strictObject({ method: Method.optional() }),
  body: NoBody,
  data: JobStarted,
  errors: { ...missing, 'no-site-vod': 400, 'job-running': 409 },
});
/** To the VOD that is the same video, else `saved_vods/<login>.<id>.chat.json`. */
export const downloadChatByUrl = defineRoute({
  method: 'POST',
  path: '/api/v0/tools/chat_download',
  level: 'admin',
  summary: "Fetch a video's chat by its address",
  body: z.strictObject({ url: Url, method: Method }),
  data: JobStarted,
  errors: { ...site, 'not-a-video': 400, 'video-missing': 404, 'job-running': 409 },
});
/**
 * Of whoever is called so among the followed channels, else at the site that v0 knows; to
 * `saved_vods/<login>-<time>.json`, of the shape of `td`, when its job is killed. One of a chat at a time.
 */
export const dumpChat = defineRoute({
  method: 'POST',
  path: '/api/v0/tools/chat_dump',
  level: 'admin',
  summary: "Write down a channel's chat from now on, until its job is killed",
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
/** `chat`: the chat of its stretch is fetched too, where its video is still there. Ours, beside v0. */
export const downloadClip = defineRoute({
  method: 'POST',
  path: '/api/v0/tools/clip_download',
  level: 'admin',
  summary: 'Download a clip by its address',
  body: z.strictObject({ url: Url, quality: Quality.optional(), chat: z.boolean().optional() }),
  data: JobStarted,
  errors: { ...site, 'not-a-video': 400, 'clip-missing': 404, 'clip-known': 409, 'job-running': 409 },
});
/** As the site's own API tells of them. */
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
 * The body is the file: TwitchDownloader's, tcd's, chat-downloader's, or LiveStreamDVR's `.chatdump` and
 * `.chatdump.line`, packed or not. It becomes the chat of a VOD that has none, or one that was imported before. `offset`:
 * seconds to be added to its times. `messages`: what stands in the chat; `left_out`: of an id that came before, or from
 * nobody.
 */
export const importChat = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/chat/import',
  level: 'admin',
  summary: 'Give a VOD the chat of a file of another tool',
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
