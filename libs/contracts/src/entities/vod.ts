import { z } from 'zod';
import { CAPTURE_NOTICES, GAP_CAUSES } from '../capture/journal.js';
import { TimelineGap, TrackGap } from '../capture/timeline.js';
import { VideoMetadata } from '../jobs/convert.job.js';
import { VodState } from '../vod-state.js';
import { localized } from '../localized.js';

const isoTime = z.iso.datetime();

/** A category of a site, in the format of v0 clients. `favourite`: the operator marked it. */
export const Game = z.object({
  id: z.string(),
  name: z.string(),
  game_name: z.string(),
  box_art_url: z.string(),
  image_url: z.string(),
  favourite: z.boolean(),
  added: isoTime,
  deleted: z.boolean().optional(),
});
export type Game = z.infer<typeof Game>;

/** Offsets and durations in seconds, with fractions, as in v0. */
export const Chapter = z.object({
  title: z.string(),
  offset: z.number(),
  duration: z.number(),
  started_at: isoTime,
  game_id: z.string().nullable(),
  game_name: z.string().nullable(),
  /** The category as in `/games`; omitted if there is none, as in v0. */
  game: Game.optional(),
  box_art_url: z.string().nullable(),
  image_url: z.string().nullable(),
  viewer_count: z.int().nullable(),
  is_mature: z.boolean(),
  online: z.boolean(),
});
export type Chapter = z.infer<typeof Chapter>;

/** A finished container file of a VOD. v0 calls it a segment; in Vodkeep a segment is a piece of HLS. */
export const VodFile = z.object({
  basename: z.string(),
  filesize: z.int(),
  deleted: z.boolean(),
  /** The file is not on storage although Vodkeep did not delete it. Addition to v0. */
  missing: z.boolean(),
});

/**
 * The part that is being written now; null unless a part is open. Times in ms since the Unix epoch, lengths in ms.
 * Addition to v0.
 */
export const LiveInfo = z.object({
  state: z.string(),
  recorder: z.string(),
  started_at: z.int(),
  last_segment_at: z.int().nullable(),
  media_ms: z.int(),
  bytes: z.int(),
  bitrate: z.int(),
  missing_ms: z.int(),
  gaps: z.int(),
  ad_ms: z.int(),
  rendition: z.string(),
  spooled_bytes: z.int(),
  note: localized(),
});
export type LiveInfo = z.infer<typeof LiveInfo>;

/** The data that one recorder wrote under one lease. Addition to v0. */
export const PartView = z.object({
  id: z.string(),
  recorder: z.string(),
  started_at: z.int(),
  ended_at: z.int().nullable(),
  cause: z.string().nullable(),
  segments: z.int(),
  bytes: z.int(),
  media_ms: z.int(),
  /** What was odd about the source, such as dates that move, with the number of occurrences. */
  notices: z.array(z.object({ code: z.enum(CAPTURE_NOTICES), text: localized(), count: z.int() })),
});
export type PartView = z.infer<typeof PartView>;

const FileView = z.object({ basename: z.string(), size: z.int(), url: z.string() });

/** A WebVTT file beside a video file. `language`: RFC 5646 tag; empty if the source names none. Addition to v0. */
export const SubtitlesView = FileView.extend({ language: z.string(), name: z.string() });
export type SubtitlesView = z.infer<typeof SubtitlesView>;

/**
 * The chat of a VOD. Addition to v0. `state`: chat is being received (`recording`); its file is `queued`, being made
 * (`running`), complete (`done`), or could not be made (`failed`, with the `reason`; the player still shows the chat).
 * `connection`: to the site, while a recorder receives the chat. `messages`: number so far.
 */
export const VodChatView = z.object({
  state: z.enum(['recording', 'queued', 'running', 'done', 'failed']),
  connection: z.enum(['joining', 'joined', 'away']).nullable(),
  messages: z.int().nonnegative(),
  reason: localized(),
  /** TwitchDownloader JSON; null until the first one is made. */
  file: FileView.nullable(),
});
export type VodChatView = z.infer<typeof VodChatView>;

/** Gaps of a recording that were filled from the site's own VOD. Times in ms since the Unix epoch, lengths in ms. */
export const VodRepair = z.object({
  at: z.int(),
  /** Of the recording before its first repair; `missing_ms` and `ad_ms` of the VOD are the present ones. */
  missing_ms_before: z.int(),
  ad_ms_before: z.int(),
  gaps: z.array(
    z.object({
      at: z.int(),
      dur_ms: z.int(),
      causes: z.array(z.enum(GAP_CAUSES)),
      filled_ms: z.int(),
      /** Of the filled media: the site has muted it. */
      muted_ms: z.int(),
      /** Why it is not filled; empty: it is. */
      reason: localized(),
    }),
  ),
  /** Gaps of the chat, with the messages of the site's VOD that were added; absent: by an earlier version. */
  chat: z
    .array(
      z.object({
        at: z.int(),
        dur_ms: z.int(),
        messages: z.int(),
        /** Why it is not filled; empty: it is. */
        reason: localized(),
      }),
    )
    .optional(),
});
export type VodRepair = z.infer<typeof VodRepair>;

/**
 * A VOD in the format of v0 clients (docs/reference/v0-api.md): every field, with the same names and units (durations
 * in seconds, sizes in bytes). Additions to v0: `state`, `state_reason`, `live`, `parts`, `gaps`, `track_gaps`, `media_ms`,
 * `missing_ms`, `ad_ms`, `late_s`, `media_started_at`, `playlist_url`, `thumbnail_url`, `files`, `chat`, `damaged`.
 */
export const Vod = z.object({
  provider: z.string(),
  provider_kind: z.string(),
  uuid: z.uuid(),
  channel_uuid: z.uuid(),
  basename: z.string(),
  webpath: z.string(),
  stream_title: z.string(),
  stream_resolution: z.string().optional(),
  segments: z.array(VodFile),
  segments_raw: z.array(z.string()),
  streamer_name: z.string(),
  streamer_id: z.string(),
  streamer_login: z.string(),
  created_at: isoTime,
  saved_at: isoTime,
  started_at: isoTime,
  ended_at: isoTime.optional(),
  capture_started: isoTime.optional(),
  capture_started2: isoTime.optional(),
  conversion_started: isoTime.optional(),
  capture_id: z.string(),
  is_capturing: z.boolean(),
  is_converting: z.boolean(),
  is_converted: z.boolean(),
  is_finalized: z.boolean(),
  is_capture_paused: z.boolean(),
  failed: z.boolean(),
  is_chat_downloaded: z.boolean(),
  is_vod_downloaded: z.boolean(),
  is_chat_rendered: z.boolean(),
  is_chat_burned: z.boolean(),
  is_lossless_cut_generated: z.boolean(),
  is_chatdump_captured: z.boolean(),
  duration: z.int(),
  duration_live: z.union([z.int(), z.literal(false)]),
  api_getDuration: z.int().nullable(),
  api_getDurationLive: z.union([z.int(), z.literal(false)]),
  api_getRecordingSize: z.union([z.int(), z.literal(false)]),
  api_getCapturingStatus: z.string(),
  api_getConvertingStatus: z.string(),
  api_getChatDumpStatus: z.string(),
  total_size: z.int(),
  api_hasFavouriteGame: z.boolean(),
  api_getUniqueGames: z.array(Game),
  chapters: z.array(Chapter),
  video_metadata: VideoMetadata.optional(),
  stream_number: z.int().optional(),
  stream_season: z.string().optional(),
  stream_absolute_season: z.int().optional(),
  stream_absolute_number: z.int().optional(),
  comment: z.string().optional(),
  prevent_deletion: z.boolean(),
  cloud_storage: z.boolean(),
  /** `offset` in the file, s. `id` and `version` (number of the operator's edits) are additions to v0. */
  bookmarks: z.array(z.object({ id: z.string(), name: z.string(), date: isoTime, offset: z.number() })),
  version: z.int(),
  archived_at: isoTime.nullable(),
  viewers: z.array(
    z.object({
      timestamp: isoTime,
      amount: z.int(),
      /** Position in the file, s. Addition to v0. */
      offset: z.number(),
    }),
  ),
  stream_pauses: z.array(z.object({ start: isoTime, end: isoTime })),
  export_data: z.record(z.string(), z.unknown()),
  api_getWebhookDuration: z.string().optional(),
  /**
   * The site's own VOD of the same broadcast (with v0's names, for any site). `exists` null: unknown; `muted`: 1 no, 2
   * yes, 3 unknown. `duration` in s.
   */
  twitch_vod_id: z.string().optional(),
  twitch_vod_title: z.string().optional(),
  twitch_vod_date: isoTime.optional(),
  twitch_vod_duration: z.int().optional(),
  twitch_vod_muted: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
  twitch_vod_exists: z.boolean().nullable().optional(),
  twitch_vod_neversaved: z.boolean().optional(),
  twitch_vod_attempted: z.boolean().optional(),
  /** Muted stretches of that copy, in s from its start. Addition to v0. */
  site_vod_muted_ranges: z.array(z.object({ offset: z.number(), duration: z.number() })).optional(),
  /**
   * When the site will delete that copy, by the settings `retention.*`, and whether that is soon. Addition to v0.
   * Absent and null until the site has reported the status of the channel.
   */
  site_vod_deleted_at: isoTime.optional(),
  site_vod_at_risk: z.boolean().nullable(),
  /** Path below the library folder; empty if there is no such file or no library. */
  path_chat: z.string(),
  path_downloaded_vod: z.string(),
  path_losslesscut: z.string(),
  path_chatrender: z.string(),
  path_chatburn: z.string(),
  path_chatdump: z.string(),
  path_chatmask: z.string(),
  path_playlist: z.string(),
  /**
   * Time from the start of the broadcast to its first stored moment, s; 0 if it is no longer than usual. That time is
   * not recorded.
   */
  late_s: z.int(),
  /** Wall clock of the first stored moment, ms since the Unix epoch, like `gaps`; null until it is stored. */
  media_started_at: z.int().nullable(),
  state: VodState,
  state_reason: localized(),
  live: LiveInfo.nullable(),
  parts: z.array(PartView),
  gaps: z.array(TimelineGap),
  /** Times in which a track is missing and the others are stored. They do not count as missing. */
  track_gaps: z.array(TrackGap.extend({ text: localized() })),
  /** Null: no gap was filled from the site's VOD. Addition to v0. */
  repair: VodRepair.nullish(),
  media_ms: z.int(),
  missing_ms: z.int(),
  /**
   * Duration of the advertisements in the broadcast. Not part of `missing_ms`, because nothing recordable is missing.
   */
  ad_ms: z.int(),
  /** Relative to the site's root, including the basepath. Null if the VOD is no longer playable as HLS. */
  playlist_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  /** Files that can be played, in the order of their media. `start_ms`, `end_ms`: place in the media of the VOD. */
  files: z.array(
    FileView.extend({
      subtitles: z.array(SubtitlesView).optional(),
      start_ms: z.int(),
      end_ms: z.int(),
      /** Of the site's copy, not of the recording. */
      is_copy: z.boolean(),
    }),
  ),
  /** Null: this VOD has no chat. */
  chat: VodChatView.nullish(),
  /** Stored objects that are not as they were stored; absent if there are none. */
  damaged: z.array(z.object({ name: z.string(), text: localized() })).optional(),
});
export type Vod = z.infer<typeof Vod>;

/** Fields of {@link Vod} that an edit may change, and the version of its edits. */
export const VodEditState = Vod.pick({
  version: true,
  stream_absolute_season: true,
  stream_number: true,
  stream_absolute_number: true,
  comment: true,
  prevent_deletion: true,
  cloud_storage: true,
  segments: true,
  chapters: true,
});
export type VodEditState = z.infer<typeof VodEditState>;
