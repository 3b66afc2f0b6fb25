import { isGrowing, isMutedAt, type PastVideo } from '../past/past-video.js';
import { videoSeconds, videoSegments } from '../past/video-segments.js';
import { CATEGORIES } from '../world.js';
import {
  listed,
  ok,
  refusal,
  selectorOf,
  timeOf,
  TOO_MANY,
  type HelixAnswer,
  type HelixCall,
  type HelixEndpoint,
} from './helix-call.js';
import { page } from './page.js';
import { pastPreview } from './pictures.js';

const SORTS: Readonly<Record<string, (a: PastVideo, b: PastVideo) => number>> = {
  time: (a, b) => b.createdAt - a.createdAt,
  views: (a, b) => b.viewCount - a.viewCount,
  trending: (a, b) => b.viewCount - a.viewCount,
};
const DAY_MS = 86_400_000;
const PERIODS: Readonly<Record<string, number>> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };

/** Muted segments in whole seconds. The site reports them only after the end of the broadcast. */
function mutedOf(video: PastVideo, pieceS: number): readonly object[] | null {
  const muted = videoSegments(video, pieceS).filter(({ n }) => isMutedAt(video, n));
  return isGrowing(video) || muted.length === 0
    ? null
    : muted.map(({ startS, durationS }) => ({ duration: Math.round(durationS), offset: Math.round(startS) }));
}

function rowOf(video: PastVideo, { exchange, ports: { channels } }: HelixCall): object {
  const { id, channel, kind, streamId, title, description, createdAt, viewCount } = video;
  const pieceS = channels.get(channel.userId)?.spec.segmentS ?? 2;
  return {
    id,
    stream_id: streamId,
    user_id: channel.userId,
    user_login: channel.login,
    user_name: channel.displayName,
    title,
    description,
    created_at: timeOf(createdAt),
    published_at: timeOf(createdAt),
    url: `https://www.twitch.tv/videos/${id}`,
    thumbnail_url: isGrowing(video) ? '' : pastPreview(exchange, id),
    viewable: 'public',
    view_count: viewCount,
    language: channel.language,
    type: kind,
    duration: goDuration(videoSeconds(video, pieceS)),
    muted_segments: mutedOf(video, pieceS),
  };
}

function byIds(call: HelixCall): HelixAnswer {
  const ids = listed(call.query, 'id')?.[0];
  if (!ids) return TOO_MANY;
  const found = call.ports.past.byIds(ids);
  return found.length === 0
    ? refusal(404, 'Not Found')
    : ok({ data: found.map((video) => rowOf(video, call)), pagination: {} });
}

/** A page of the videos, filtered by type and period, and sorted. */
function filtered(call: HelixCall, all: readonly PastVideo[]): HelixAnswer {
  const { query } = call;
  const [type, since] = [query.get('type') ?? 'all', Date.now() - (PERIODS[query.get('period') ?? 'all'] ?? Infinity)];
  const wanted = all.filter(({ kind, createdAt }) => (type === 'all' || type === kind) && createdAt >= since);
  return page(
    query,
    wanted.toSorted(SORTS[query.get('sort') ?? 'time']).map((video) => rowOf(video, call)),
  );
}

function byGame(call: HelixCall): HelixAnswer {
  const id = call.query.get('game_id') ?? '';
  if (!CATEGORIES.some((category) => category.id === id)) return refusal(404, 'Not Found');
  return filtered(
    call,
    call.ports.past.of(({ category }) => category?.id === id),
  );
}

/** `GET /videos`: by ids (404 if none of them exists), of a user, or of a game. */
export const videos: HelixEndpoint = (call) => {
  const { query, ports } = call;
  switch (selectorOf(query, ['id', 'user_id', 'game_id'])) {
    case 'id':
      return byIds(call);
    case 'game_id':
      return byGame(call);
    case 'user_id':
      return filtered(
        call,
        ports.past.of(({ userId }) => userId === query.get('user_id')),
      );
    default:
      return refusal(400, 'Must provide exactly one of the following parameters: id, user_id, game_id');
  }
};

/** Duration in the format of Helix's videos: `3h8m33s`, `21m9s`, `45s` (docs/reference/twitch.md#helix-videos). */
export function goDuration(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  if (h > 0) return `${String(h)}h${String(m)}m${String(s)}s`;
  return m > 0 ? `${String(m)}m${String(s)}s` : `${String(s)}s`;
}
