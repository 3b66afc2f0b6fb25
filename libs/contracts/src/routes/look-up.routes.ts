import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { defineRoute } from './route.js';

/** The site of v0's look-up routes. */
export const LOOK_UP_SITE = 'twitch';

const site = { 'site-away': 502, 'rate-limited': 502, 'refused': 502 };
/** A channel's name at its site. */
export const Login = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.-]+$/, fieldMessage('field.not-login'));
const ByLogin = z.strictObject({ login: Login });
const Id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w-]+$/, fieldMessage('field.not-id'));
/** Data in the format of the site's own API, as far as it provides them. */
const Raw = z.record(z.string(), z.unknown());
const nobody = { 'unknown-channel': 404 };

/**
 * Addition to v0's data of a video or clip of a site: Vodkeep's own URL of its picture, empty if there is none. The
 * page must not load the site's URL.
 */
export const OWN_PICTURE = { picture: z.string() };
/**
 * v0's format of a video, with its state in Vodkeep. `duration` in s; `vod_uuid`: the VOD that prevents further
 * downloads of the whole video, or null.
 */
const SiteVideo = z.object({
  ...OWN_PICTURE,
  vod_uuid: z.uuid().nullable(),
  id: z.string(),
  title: z.string(),
  description: z.string(),
  url: z.string(),
  thumbnail: z.string(),
  created_at: z.iso.datetime(),
  duration: z.number(),
  view_count: z.int(),
  muted_segments: z.array(z.object({ offset: z.number(), duration: z.number() })).nullable(),
  stream_id: z.string(),
  type: z.string(),
});

export const siteVideos = defineRoute({
  method: 'GET',
  path: '/api/v0/twitchapi/videos/:login',
  level: 'admin',
  summary: 'Videos of a channel at its site, newest first',
  params: ByLogin,
  data: z.array(SiteVideo),
  errors: { ...site, ...nobody },
});
export const siteVideo = defineRoute({
  method: 'GET',
  path: '/api/v0/twitchapi/video/:id',
  level: 'admin',
  summary: 'One video of the site',
  params: z.strictObject({ id: Id }),
  data: Raw,
  errors: { ...site, 'video-missing': 404 },
});
export const siteUser = defineRoute({
  method: 'GET',
  path: '/api/v0/twitchapi/user/:login',
  level: 'admin',
  summary: 'An account of the site',
  params: ByLogin,
  data: Raw,
  errors: { ...site, ...nobody },
});
export const siteStreams = defineRoute({
  method: 'GET',
  path: '/api/v0/twitchapi/streams/:login',
  level: 'admin',
  summary: 'Current stream of a channel of the site; empty while it is offline',
  params: ByLogin,
  data: z.array(Raw),
  errors: { ...site, ...nobody },
});
export const siteChannel = defineRoute({
  method: 'GET',
  path: '/api/v0/twitchapi/channel/:login',
  level: 'admin',
  summary: 'A channel of the site',
  params: ByLogin,
  data: Raw,
  errors: { ...site, ...nobody },
});
/** One of the three is required. Clips of a category are only available to the operator's app. */
export const siteClips = defineRoute({
  method: 'GET',
  path: '/api/v0/twitchapi/clips',
  level: 'admin',
  summary: 'Clips of the site: one by its id, or the most viewed of a channel or a category',
  query: z.strictObject({ id: Id.optional(), broadcaster_id: Id.optional(), game_id: Id.optional() }),
  data: z.array(Raw.and(z.object(OWN_PICTURE))),
  errors: { ...site, 'no-clip-id': 400, 'no-site-app': 400 },
});
