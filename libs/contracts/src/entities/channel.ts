import { z } from 'zod';
import { localized } from '../localized.js';
import { KEEP_CHOICES, RecordRule } from './channel-form.js';
import { Clip } from './clip.js';
import { LocalVideo } from './local-video.js';
import { Chapter, Game, Vod } from './vod.js';
import { StageKind } from './vod-stage.js';

/** Whether a channel is being recorded now, and why. Addition to v0. `reason` tells the operator what to do. */
export const RecordVerdict = z.object({
  state: z.enum(['offline', 'unknown', 'recording', 'queued', 'not-recorded', 'unreachable']),
  reason: localized(),
  checked_at: z.iso.datetime().nullable(),
});
export type RecordVerdict = z.infer<typeof RecordVerdict>;

/** How the site reports status changes of this channel; `polled`: Vodkeep polls the site, which is sufficient. */
export const ChannelPush = z.object({
  status: z.enum(['active', 'pending', 'partly', 'polled', 'failed']),
  reason: localized(),
});
export type ChannelPush = z.infer<typeof ChannelPush>;

/** Metadata of a live channel, as last reported by its site. */
export const LiveStream = z.object({
  title: z.string(),
  category: z.object({ id: z.string(), name: z.string(), box_art_url: z.string() }).nullable(),
  tags: z.array(z.string()),
  language: z.string(),
  is_mature: z.boolean(),
  viewers: z.int().nullable(),
  at: z.iso.datetime(),
});
export type LiveStream = z.infer<typeof LiveStream>;

const V0_PROVIDERS = ['twitch', 'youtube', 'kick', 'base'] as const;
/** The provider as v0 clients know it: `base` for every kind that v0 does not have. */
export const v0ProviderOf = (kind: string): (typeof V0_PROVIDERS)[number] =>
  V0_PROVIDERS.find((known) => known === kind) ?? 'base';

/**
 * A channel in the format of v0 clients (docs/reference/v0-api.md). `vods_list` is oldest first. `provider` is `base`
 * for kinds that v0 does not know.
 */
export const Channel = z.object({
  uuid: z.uuid(),
  provider: z.enum(V0_PROVIDERS),
  provider_kind: z.string(),
  display_name: z.string(),
  displayName: z.string(),
  description: z.string(),
  internalName: z.string(),
  internalId: z.string(),
  login: z.string(),
  userid: z.string(),
  url: z.string(),
  has_credentials: z.boolean(),
  /** v0's copy of the account at its site, if the site reports its channels. */
  channel_data: z.record(z.string(), z.unknown()).optional(),
  profilePictureUrl: z.string(),
  profile_image_url: z.string(),
  offline_image_url: z.string(),
  banner_image_url: z.string(),
  broadcaster_type: z.string(),
  is_live: z.boolean(),
  is_capturing: z.boolean(),
  is_converting: z.boolean(),
  live_since: z.iso.datetime().nullable(),
  quality: z.array(z.string()),
  match: z.array(z.string()),
  include: z.array(RecordRule),
  exclude: z.array(RecordRule),
  live_stream: LiveStream.nullable(),
  push: ChannelPush,
  download_chat: z.boolean(),
  no_capture: z.boolean(),
  burn_chat: z.boolean(),
  live_chat: z.boolean(),
  no_cleanup: z.boolean(),
  download_vod_at_end: z.boolean(),
  download_vod_at_end_quality: z.string(),
  /** The channel's own choices about what follows its recordings; a stage that is not named is inherited. */
  stages: z.partialRecord(StageKind, z.boolean()),
  /** What stays after the site's VOD was downloaded; null: inherited. Addition to v0. */
  keep_after_download: z.enum(KEEP_CHOICES).nullable(),
  max_storage: z.number(),
  max_vods: z.number(),
  no_size_limit: z.boolean(),
  no_count_limit: z.boolean(),
  priority: z.int(),
  nearest_below: z.boolean(),
  grace_s: z.number().nullable(),
  poll_s: z.number().nullable(),
  stale_targets: z.number().nullable(),
  /** Access to the source of a channel by address, without its secrets. Additions to v0. */
  source_headers: z.array(z.string()),
  source_hosts: z.array(z.string()),
  source_fingerprints: z.array(z.string()),
  source_ca: z.string(),
  vods_list: z.array(Vod),
  vods_raw: z.array(z.string()),
  vods_size: z.int(),
  /** Number of all its VODs, including those that are not listed. Addition to v0. */
  vods_count: z.int(),
  clips_list: z.array(Clip),
  video_list: z.array(LocalVideo),
  api_getSubscriptionStatus: z.boolean(),
  saves_vods: z.boolean(),
  current_stream_number: z.int(),
  current_season: z.string(),
  current_absolute_season: z.int(),
  current_vod: Vod.optional(),
  current_game: Game.optional(),
  current_chapter: Chapter.optional(),
  chapter_data: Chapter.optional(),
  verdict: RecordVerdict,
  /** Number of the operator's edits. Addition to v0. */
  version: z.int(),
});
export type Channel = z.infer<typeof Channel>;

/** Fields of {@link Channel} that an edit may change, and the version of its edits. */
export const ChannelEditState = Channel.pick({
  version: true,
  url: true,
  displayName: true,
  internalName: true,
  quality: true,
  match: true,
  include: true,
  exclude: true,
  download_chat: true,
  live_chat: true,
  burn_chat: true,
  no_capture: true,
  no_cleanup: true,
  max_storage: true,
  max_vods: true,
  no_size_limit: true,
  no_count_limit: true,
  download_vod_at_end: true,
  download_vod_at_end_quality: true,
  stages: true,
  keep_after_download: true,
  priority: true,
  nearest_below: true,
  grace_s: true,
  poll_s: true,
  stale_targets: true,
  source_headers: true,
  source_hosts: true,
  source_fingerprints: true,
  source_ca: true,
});
export type ChannelEditState = z.infer<typeof ChannelEditState>;

/**
 * An entry of a channel's history in the format of v0 (docs/reference/v0-api.md): the channel went online or offline,
 * or had a title and category from `started_at` on.
 */
export const HistoryEntry = z.union([
  z.object({ time: z.iso.datetime(), action: z.enum(['online', 'offline']) }),
  z.object({
    started_at: z.iso.datetime(),
    game_id: z.string().nullable(),
    game_name: z.string().nullable(),
    title: z.string(),
    is_mature: z.boolean(),
    online: z.boolean(),
    viewer_count: z.int().nullable(),
    box_art_url: z.string().nullable(),
  }),
]);

/** A subscription as reported by the site; `type` and `status` use the site's words if it reports them (`enabled`). */
export const SubscriptionState = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  user_id: z.string(),
  callback: z.string().nullable(),
  session_id: z.string().nullable(),
  transport_method: z.enum(['webhook', 'websocket']),
});
export type SubscriptionState = z.infer<typeof SubscriptionState>;
