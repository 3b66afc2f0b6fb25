import { type LiveInfo, type PartView, v0ProviderOf, type View, type Vod, type VodChatView } from '#libs/contracts';
import { adMs, mergeNotices, STATE_FLAGS } from '#libs/domain';
import { durationText } from './duration-text.js';
import { type FileEntity, subtitlesName } from '../persistence/entities/file.entity.js';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { chatFileName } from '../persistence/entities/vod-chat.js';
import { noticeText } from '../vods/part-notices.js';
import { trackGapsIn, trackGapText } from '../vods/track-gaps.js';
import { joinedMs, missingOf } from '../vods/vod-length.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { type DamagedObject } from '../persistence/repositories/file-check.repository.js';
import { type StreamMetadataRows } from '../persistence/repositories/stream-metadata.repository.js';
import { type Snapshot } from '../vods/capture-status-cache.js';
import { mediaAddress } from './media-address.js';
import { presentVodNumbers } from './numbers.presenter.js';
import { presentRetention, type Retention } from './retention.presenter.js';
import { presentStreamMetadata } from './stream-metadata.presenter.js';
import { isThere, presentLibrary, presentSegments, segmentsOf } from './vod-library.presenter.js';
import { type LiveReport, presentStatuses } from './vod-status.presenter.js';

interface VodRows {
  readonly vod: VodEntity;
  readonly metadata: StreamMetadataRows;
  readonly parts: readonly PartEntity[];
  readonly files: readonly FileEntity[];
  readonly damaged: readonly Pick<DamagedObject, 'name' | 'fault'>[];
  readonly snapshot: Snapshot | null;
  readonly report: LiveReport;
  readonly atSite: { readonly sourceId: string; readonly broadcasterType: string | null };
  readonly days: Retention;
  readonly basepath: string;
  readonly favourites: ReadonlySet<string>;
}

/** Interval at which the URL of a live image changes. */
const PICTURE_URL_INTERVAL_MS = 10_000;

const sec = (durMs: number): number => Math.round(durMs / 1000);
const iso = (d: Date | null): string | undefined => d?.toISOString();

/** Converts rows to v0's VOD object (docs/reference/v0-api.md#vod). No other code does so. */
export function presentVod(rows: VodRows): View<typeof Vod> {
  const { vod, parts, files, basepath, favourites } = rows;
  const live = presentLive(rows);
  const mediaMs = Math.max(vod.mediaMs, live?.media_ms ?? 0);
  const playable = files.filter(isThere);
  const webpath = mediaAddress(basepath, 'vods', vod.channelName, vod.folder);
  return {
    ...STATE_FLAGS[vod.state],
    ...FUTURE_FEATURES,
    ...chatFlags(vod),
    ...times(vod),
    ...identity(rows),
    ...lengths(rows, live),
    ...optional(rows),
    ...presentStreamMetadata({ vod, metadata: rows.metadata, mediaMs, basepath, favourites }),
    stream_pauses: pausesOf(vod),
    webpath,
    ...presentSegments(files),
    ...presentLibrary(vod, files, mediaMs),
    ...presentRetention(vod.siteVod, {
      broadcasterType: rows.atSite.broadcasterType,
      days: rows.days,
      now: Date.now(),
    }),
    ...presentStatuses({ vod, snapshot: rows.snapshot, ...rows.report }),
    late_s: lateOf(vod),
    media_started_at: mediaStartOf(vod),
    state: vod.state,
    state_reason: vod.stateReason ?? '',
    live,
    parts: parts.map((part) => presentPart(part, rows.snapshot)),
    gaps: vod.gaps,
    track_gaps: trackGapsIn(vod).map((gap) => ({ ...gap, text: trackGapText(gap) })),
    ...addresses(rows, live),
    files: playable.map((f) => ({
      ...fileView(webpath, f.basename, f.sizeBytes),
      ...(f.subtitles.length > 0 && {
        subtitles: f.subtitles.map((one) => ({
          language: one.language,
          name: one.name,
          ...fileView(webpath, subtitlesName(f.basename, one), one.sizeBytes),
        })),
      }),
      start_ms: f.startMs,
      end_ms: f.endMs,
      is_copy: f.role === 'downloaded',
    })),
    chat: presentChat(rows, webpath),
  };
}

const fileView = (webpath: string, basename: string, size: number) => ({
  basename,
  size,
  url: `${webpath}/${encodeURIComponent(basename)}`,
});

const isCapturing = ({ state }: VodEntity): boolean => state === 'capturing' || state === 'paused';

const identity = ({ vod, atSite }: VodRows) => ({
  provider: v0ProviderOf(vod.providerKind),
  provider_kind: vod.providerKind,
  uuid: vod.uuid,
  channel_uuid: vod.channelUuid,
  basename: vod.basename,
  stream_title: vod.title,
  streamer_name: vod.channelDisplay,
  streamer_id: atSite.sourceId,
  streamer_login: vod.channelName,
  capture_id: vod.streamId,
});

/** Lengths in s and sizes in bytes; the larger value of the row and the running recorder. */
function lengths({ vod, parts, files: all, snapshot: s }: VodRows, live: View<typeof LiveInfo> | null) {
  const files = all.filter(isThere);
  const now = live ?? { media_ms: 0, bytes: 0, ad_ms: 0 };
  const mediaMs = Math.round(Math.max(vod.mediaMs, now.media_ms));
  // If a recording continued after its conversion, the file is incomplete until it is made again.
  const recorded = vod.convertState === 'done' || mediaMs === 0 ? segmentsOf(files) : [];
  const written = Math.max(vod.bytes, now.bytes);
  const since = isCapturing(vod) ? sec(Date.now() - vod.startedAt.getTime()) : (false as const);
  return {
    duration: sec(recorded.length > 0 ? recorded.reduce((n, f) => n + f.videoMs, 0) : mediaMs),
    duration_live: since,
    api_getDuration: mediaMs > 0 ? sec(mediaMs) : null,
    api_getDurationLive: since,
    api_getRecordingSize: isCapturing(vod) ? written : (false as const),
    total_size: (vod.fileBytes ?? 0) + written + bytesOfOtherObjects(vod),
    media_ms: mediaMs,
    missing_ms: missingOf(vod, { parts, live: s }),
    ad_ms: Math.max(adMs({ runs: [], gaps: vod.gaps }), now.ad_ms),
  };
}

/**
 * Size of the chat, the downloaded chat, the copy and the small objects. The database function `vod_weight` includes
 * the same values.
 */
const bytesOfOtherObjects = ({ chat, downloadedChat, copyBytes = 0, restBytes = 0 }: VodEntity): number =>
  (chat?.file?.sizeBytes ?? 0) + (downloadedChat?.sizeBytes ?? 0) + copyBytes + restBytes;

/** Fields that v0 leaves out while they are unknown. */
function optional({ vod, parts, damaged }: VodRows) {
  const rendition = parts.findLast((p) => p.rendition !== '')?.rendition;
  return {
    ...(rendition === undefined ? {} : { stream_resolution: rendition }),
    ...(vod.metadata ? { video_metadata: vod.metadata } : {}),
    ...(vod.comment === null ? {} : { comment: vod.comment }),
    ...(damaged.length > 0 && { damaged: damaged.map(({ name, fault }) => ({ name, text: fault })) }),
    ...presentVodNumbers(vod),
  };
}

function addresses({ vod, parts, files, basepath }: VodRows, live: View<typeof LiveInfo> | null) {
  const playable = !vod.segmentsGone && (parts.length > 0 || live !== null);
  return {
    playlist_url: playable ? `${basepath}/api/v0/vod/${vod.uuid}/index.m3u8` : null,
    thumbnail_url: thumbnailOf(vod, files, basepath),
  };
}

/**
 * URL of the thumbnail. That of a finished file is fixed; that of a running recording changes regularly, so that the
 * page loads the image again.
 */
function thumbnailOf(vod: VodEntity, files: readonly FileEntity[], basepath: string): string | null {
  const address = `${basepath}/cache/thumbs/${vod.uuid}.jpg`;
  if (files.some((f) => f.thumbKey !== null)) return address;
  return isCapturing(vod) ? `${address}?at=${Math.floor(Date.now() / PICTURE_URL_INTERVAL_MS)}` : null;
}

function presentChat({ vod: { chat, basename }, snapshot }: VodRows, webpath: string): View<typeof VodChatView> | null {
  if (!chat) return null;
  const { state, reason, file } = chat;
  const name = chatFileName(basename);
  const made = { connection: null, messages: file?.messages ?? 0, reason: reason ?? ('' as const) };
  const report =
    state === 'recording' && snapshot?.chat
      ? {
          connection: snapshot.chat.state,
          messages: snapshot.chat.messages,
          reason: snapshot.chat.reason ?? ('' as const),
        }
      : made;
  return {
    state,
    ...report,
    file: file && fileView(webpath, name, file.sizeBytes),
  };
}

/** The page shows the chat next to the player if there is one. */
const chatFlags = ({ chat }: VodEntity) => ({ is_chatdump_captured: chat !== null });

/** Fields of future features (renders and cuts). v0 clients find every field. */
const FUTURE_FEATURES = { is_chat_rendered: false, is_chat_burned: false, is_lossless_cut_generated: false };

/** A site reports a stream, and a recorder starts, within this time. */
const MAX_NORMAL_DELAY_MS = 60_000;

function lateOf({ captureStarted, startedAt }: VodEntity): number {
  const lateMs = captureStarted ? captureStarted.getTime() - startedAt.getTime() : 0;
  return lateMs > MAX_NORMAL_DELAY_MS ? sec(lateMs) : 0;
}

const mediaStartOf = ({ facts }: VodEntity): number | null =>
  typeof facts['mediaStartAt'] === 'number' ? Math.round(facts['mediaStartAt']) : null;

/** v0's pauses are the site's ads, by wall clock. */
const pausesOf = ({ gaps }: VodEntity) =>
  gaps
    .filter((g) => g.cause === 'ad')
    .map((g) => ({ start: new Date(g.at).toISOString(), end: new Date(g.at + g.durMs).toISOString() }));

/** Length from start to end of the stream as the site reported them, hh:mm:ss. */
function clockTime({ startedAt, endedAt }: VodEntity): string | undefined {
  if (!endedAt) return undefined;
  return durationText(Math.max(0, sec(endedAt.getTime() - startedAt.getTime())));
}

function times(vod: VodEntity) {
  const some = {
    ended_at: iso(vod.endedAt),
    capture_started: iso(vod.captureStarted),
    capture_started2: iso(vod.captureStarted),
    conversion_started: iso(vod.conversionStarted),
    api_getWebhookDuration: clockTime(vod),
  };
  const known = Object.fromEntries(Object.entries(some).filter(([, at]) => at !== undefined)) as Partial<
    Record<keyof typeof some, string>
  >;
  return {
    created_at: vod.createdAt.toISOString(),
    saved_at: vod.createdAt.toISOString(),
    started_at: vod.startedAt.toISOString(),
    ...known,
  };
}

/** Totals of the open part and the earlier parts. */
function presentLive({ vod, parts, snapshot: s }: VodRows): View<typeof LiveInfo> | null {
  if (!s || !isCapturing(vod)) return null;
  const before = parts.filter((p) => p.partId !== s.partId);
  const total = (of: (p: PartEntity) => number, now: number): number =>
    Math.round(before.reduce((n, p) => n + of(p), now));
  return {
    state: s.state,
    recorder: s.recorder,
    started_at: s.startedAt,
    last_segment_at: s.lastSegmentAt,
    media_ms: Math.round(joinedMs(parts, s)),
    bytes: total((p) => p.bytes, s.bytes),
    bitrate: s.bitrate,
    missing_ms: missingOf(vod, { parts, live: s }),
    gaps: total((p) => p.gaps, s.gaps),
    ad_ms: Math.round(s.adMs),
    rendition: s.rendition,
    spooled_bytes: s.spooledBytes,
    note: s.note ?? '',
  };
}

const presentPart = (p: PartEntity, snapshot: VodRows['snapshot']): View<typeof PartView> => ({
  id: p.partId,
  recorder: p.recorder,
  started_at: p.startedAt,
  ended_at: p.endedAt,
  cause: p.cause,
  segments: p.segments,
  bytes: p.bytes,
  media_ms: Math.round(p.mediaMs),
  // The row of the running part has no notices yet; its recorder's snapshot does.
  notices: mergeNotices(p.notices, snapshot?.partId === p.partId ? snapshot.notices : []).map(({ code, count }) => ({
    code,
    text: noticeText(code),
    count,
  })),
});
