import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { ChannelRef, defineRoute, JobStarted, NoBody, Uuid, YesNo } from './route.js';

const missing = { 'vod-missing': 404 };
const site = { 'no-past': 400, 'site-away': 502 };
/** v0's numbers: 1 not muted, 2 muted, 3 unknown. */
const Muted = z.union([z.literal(1), z.literal(2), z.literal(3)]);
const SiteId = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[\w-]+$/, fieldMessage('field.not-video-id'));

export const matchVod = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/match',
  level: 'admin',
  summary: "Find the site's video of this broadcast",
  params: Uuid,
  query: z.strictObject({ overrideVideoID: SiteId.optional() }),
  body: NoBody,
  errors: { ...missing, ...site, 'not-matched': 400, 'video-missing': 404 },
});
export const checkMute = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/check_mute',
  level: 'admin',
  summary: "Check whether parts of the site's copy are muted",
  params: Uuid,
  body: NoBody,
  data: z.object({
    vod: z.string(),
    muted: Muted,
    /** Seconds from its start. Addition to v0. */
    ranges: z.array(z.object({ offset: z.number(), duration: z.number() })),
  }),
  errors: { ...missing, ...site, 'no-site-vod': 400 },
});
export const matchAllVods = defineRoute({
  method: 'POST',
  path: '/api/v0/channels/:uuid/matchallprovidervods',
  level: 'admin',
  summary: "Find the site's videos of all VODs of a channel",
  params: ChannelRef,
  query: z.strictObject({ force: YesNo.optional() }),
  body: NoBody,
  data: JobStarted,
  errors: { 'channel-missing': 404, 'no-past': 400, 'job-running': 409 },
});
