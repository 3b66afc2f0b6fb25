import { z } from 'zod';
import { ms, type Ms } from '#libs/contracts';
import { type PastClip, type PastVideo } from '../../kit/video-archive.js';
import { clipUrl, stamp, text, isProcessing, videoUrl, withBraces } from './archive-fields.wire.js';

// Shapes of https://dev.twitch.tv/docs/api/reference/#get-videos and #get-clips (read Feb 2026). Missing and null
// fields are read as empty; ids and times are required.
const count = z.number().catch(0);
const Id = z.string().min(1);

export const VideoRow = z.object({
  id: Id,
  stream_id: z.string().nullable().catch(null),
  user_id: text,
  user_login: text,
  user_name: text,
  title: text,
  description: text,
  created_at: stamp,
  url: text,
  thumbnail_url: text,
  view_count: count,
  language: text,
  type: z.enum(['archive', 'highlight', 'upload']).catch('archive'),
  duration: text,
  muted_segments: z
    .array(z.object({ offset: z.number(), duration: z.number() }))
    .nullable()
    .catch(null),
});

export const ClipRow = z.object({
  id: Id,
  url: text,
  broadcaster_id: text,
  broadcaster_name: text,
  creator_id: text,
  creator_name: text,
  video_id: text,
  game_id: text,
  language: text,
  title: text,
  view_count: count,
  created_at: stamp,
  thumbnail_url: text,
  duration: count,
  vod_offset: z.number().nullable().catch(null),
});

/**
 * A video counts as growing if it has no thumbnail yet or the placeholder of an unfinished one; this may remain so for
 * some minutes after the end.
 */
export function videoOfRow(row: z.infer<typeof VideoRow>): PastVideo {
  const {
    id,
    type: kind,
    stream_id: streamId,
    title,
    description,
    url,
    created_at: createdAt,
    duration,
    view_count: viewCount,
    thumbnail_url: thumbnail,
    language,
  } = row;
  const isGrowing = kind === 'archive' && isProcessing(thumbnail);
  return {
    id,
    kind,
    streamId: streamId === '' ? null : streamId,
    title,
    description,
    url: url || videoUrl(id),
    createdAt,
    durationMs: goDurationMs(duration),
    viewCount,
    thumbnailUrl: isProcessing(thumbnail) ? '' : withBraces(thumbnail),
    mutedRanges: (row.muted_segments ?? []).map((muted) => ({
      offsetMs: ms(muted.offset * 1000),
      durationMs: ms(muted.duration * 1000),
    })),
    isGrowing,
    language,
    owner: { id: row.user_id, login: row.user_login, displayName: row.user_name || row.user_login },
  };
}

/** Helix returns display names here, but no logins. */
export function clipOfRow(row: z.infer<typeof ClipRow>): PastClip {
  return {
    id: row.id,
    title: row.title,
    url: row.url || clipUrl(row.id),
    creator: { id: row.creator_id, login: '', displayName: row.creator_name },
    broadcaster: { id: row.broadcaster_id, login: '', displayName: row.broadcaster_name },
    createdAt: row.created_at,
    durationMs: ms(Math.round(row.duration * 1000)),
    viewCount: row.view_count,
    thumbnailUrl: row.thumbnail_url,
    language: row.language,
    categoryId: row.game_id || null,
    videoId: row.video_id || null,
    vodOffsetMs: row.vod_offset === null ? null : ms(row.vod_offset * 1000),
  };
}

/** Parses a length as Helix writes it, `3h8m33s`, `45s`; 0 if it is invalid. */
function goDurationMs(text: string): Ms {
  const [whole, h = '0', m = '0', s = '0'] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? [];
  return ms(whole === undefined ? 0 : (Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000);
}
