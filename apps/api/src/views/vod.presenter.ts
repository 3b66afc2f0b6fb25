import { type Chapter, type LiveFacts, type PartView, type Vod } from '#libs/contracts';
import { STATE_FLAGS } from '#libs/domain';
import { providerOf } from '#libs/providers';
import { type FileEntity } from '../modules/vod/file.entity.js';
import { type PartEntity } from '../modules/vod/part.entity.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { chapterTitle } from '../workflows/chapter-title.js';
import { type Snapshot } from '../workflows/live-snapshots.js';

export interface VodRows { readonly vod: VodEntity; readonly parts: readonly PartEntity[]; readonly files: readonly FileEntity[]; readonly snapshot: Snapshot | null; readonly basepath: string }

const sec = (durMs: number): number => Math.round(durMs / 1000);
const iso = (d: Date | null): string | undefined => d?.toISOString();

/** The only door from rows to the v0 VOD object (spec L89, reference-run.md (d)). */
export function presentVod({ vod, parts, files, snapshot, basepath }: VodRows): Vod {
  const live = snapshot && (vod.state === 'capturing' || vod.state === 'paused') ? presentLive(snapshot, vod) : null;
  const capturing = vod.state === 'capturing' || vod.state === 'paused';
  const mediaMs = Math.max(vod.mediaMs, live?.media_ms ?? 0);
  const fileBytes = files.reduce((n, f) => n + f.sizeBytes, 0);
  const written = vod.segmentsGone ? 0 : Math.max(vod.bytes, live?.bytes ?? 0);
  const webpath = `${basepath}/vods/${encodeURIComponent(vod.channelName)}`;
  const best = parts.findLast((p) => p.rendition !== '');
  const thumb = files.find((f) => f.thumbKey !== null);
  return {
    ...STATE_FLAGS[vod.state], ...NOT_YET, ...times(vod), provider: providerOf(vod.providerKind).v0Kind, provider_kind: vod.providerKind, uuid: vod.uuid, channel_uuid: vod.channelUuid, basename: vod.basename, webpath,
    stream_title: vod.title, ...(best ? { stream_resolution: best.rendition } : {}), segments: files.map((f) => ({ basename: f.basename, filesize: f.sizeBytes, deleted: f.deleted })), segments_raw: files.map((f) => f.basename),
    streamer_name: vod.channelDisplay, streamer_id: '', streamer_login: vod.channelName, capture_id: vod.streamId, is_converted: files.length > 0,
    duration: sec(files.length > 0 ? files.reduce((n, f) => n + f.videoMs, 0) : mediaMs), duration_live: capturing ? sec(Date.now() - vod.startedAt.getTime()) : false, api_getDuration: mediaMs > 0 ? sec(mediaMs) : null,
    api_getDurationLive: capturing ? sec(Date.now() - vod.startedAt.getTime()) : false, api_getRecordingSize: capturing ? written : false, api_getCapturingStatus: vod.state === 'capturing' ? 'RUNNING' : vod.state === 'paused' ? 'WAITING' : 'STOPPED',
    api_getConvertingStatus: vod.state === 'converting' ? 'RUNNING' : 'STOPPED', total_size: fileBytes + written, ...(vod.metadata ? { video_metadata: vod.metadata } : {}), ...(vod.comment === null ? {} : { comment: vod.comment }),
    chapters: [wholeChapter(vod, mediaMs)], prevent_deletion: vod.preventDeletion, state: vod.state, state_reason: vod.stateReason, live, parts: parts.map(presentPart), gaps: vod.gaps, media_ms: Math.round(mediaMs), missing_ms: Math.max(vod.missingMs, live?.missing_ms ?? 0),
    playlist_url: vod.segmentsGone || (parts.length === 0 && !live) ? null : `${basepath}/api/v0/vod/${vod.uuid}/index.m3u8`, thumbnail_url: thumb ? `${basepath}/cache/thumbs/${vod.uuid}.jpg` : null,
    files: files.map((f) => ({ basename: f.basename, size: f.sizeBytes, url: `${webpath}/${encodeURIComponent(f.basename)}` })),
  };
}

/** What later issues bring (chat, viewers, chapters, numbering); a v0 client finds every field. */
const NOT_YET = {
  is_chat_downloaded: false, is_vod_downloaded: false, is_chat_rendered: false, is_chat_burned: false, is_lossless_cut_generated: false, is_chatdump_captured: false, api_getChatDumpStatus: 'STOPPED',
  api_hasFavouriteGame: false, api_getUniqueGames: [], bookmarks: [], viewers: [], stream_pauses: [], export_data: {}, cloud_storage: false,
};

/** Until a site tells titles and categories: one chapter over the full length (server-behaviour case 25). */
const wholeChapter = (vod: VodEntity, mediaMs: number): Chapter => ({
  title: chapterTitle(vod), offset: 0, duration: mediaMs / 1000, started_at: (vod.captureStarted ?? vod.startedAt).toISOString(), game_id: null, game_name: null, box_art_url: null, image_url: null, viewer_count: null, is_mature: false, online: true,
});

function times(vod: VodEntity) {
  const some = { ended_at: iso(vod.endedAt), capture_started: iso(vod.captureStarted), capture_started2: iso(vod.captureStarted), conversion_started: iso(vod.conversionStarted) };
  const known = Object.fromEntries(Object.entries(some).filter(([, at]) => at !== undefined)) as Partial<Record<keyof typeof some, string>>;
  return { created_at: vod.createdAt.toISOString(), saved_at: vod.createdAt.toISOString(), started_at: vod.startedAt.toISOString(), ...known };
}

/** Totals of the open part plus those of the parts before it. */
function presentLive(s: Snapshot, vod: VodEntity): LiveFacts {
  return {
    state: s.state, recorder: s.recorder, started_at: s.startedAt, last_segment_at: s.lastSegmentAt, media_ms: Math.max(Math.round(s.mediaMs), vod.mediaMs), bytes: Math.max(s.bytes, vod.bytes), bitrate: s.bitrate,
    missing_ms: Math.max(s.missingMs, vod.missingMs), gaps: s.gaps, rendition: s.rendition, spooled_bytes: s.spooledBytes, note: s.note,
  };
}

const presentPart = (p: PartEntity): PartView => ({ id: p.partId, recorder: p.recorder, started_at: p.startedAt, ended_at: p.endedAt, cause: p.cause, segments: p.segments, bytes: p.bytes, media_ms: Math.round(p.mediaMs) });
