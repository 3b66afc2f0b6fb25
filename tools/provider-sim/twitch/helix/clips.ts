import { clipPage, type PastClip } from '../past/past-clip.js';
import { listed, ok, refusal, selectorOf, timeOf, TOO_MANY, type HelixCall, type HelixEndpoint } from './helix-call.js';
import { page } from './page.js';
import { pastPreview } from './pictures.js';

const WEEK_MS = 7 * 86_400_000;

function rowOf(clip: PastClip, { exchange, ports }: HelixCall): object {
  const { id, channel, title, creator, createdAt, seconds, viewCount, videoId, offsetS } = clip;
  const isStored = videoId !== null && ports.past.byId(videoId) !== undefined;
  return {
    id,
    url: clipPage(clip),
    embed_url: `https://clips.twitch.tv/embed?clip=${id}`,
    broadcaster_id: channel.userId,
    broadcaster_name: channel.displayName,
    creator_id: creator.id,
    creator_name: creator.displayName,
    video_id: isStored ? videoId : '',
    game_id: channel.category?.id ?? '',
    language: channel.language,
    title,
    view_count: viewCount,
    created_at: timeOf(createdAt),
    thumbnail_url: pastPreview(exchange, id).replace('%{width}', '480').replace('%{height}', '272'),
    duration: Math.round(seconds * 10) / 10,
    vod_offset: isStored ? offsetS : null,
    is_featured: false,
  };
}

/** Range of creation times; a start without an end means one week. Null: an invalid time. */
function spanOf(query: URLSearchParams): readonly [from: number, to: number] | null {
  const [start, end] = [query.get('started_at'), query.get('ended_at')];
  if (start === null) return [-Infinity, Infinity];
  const from = Date.parse(start);
  const to = end === null ? from + WEEK_MS : Date.parse(end);
  return Number.isNaN(from) || Number.isNaN(to) ? null : [from, to];
}

/**
 * `GET /clips`, sorted by views: of a channel or a game, within a time range; or by ids, where missing clips are
 * omitted.
 */
export const clips: HelixEndpoint = (call) => {
  const {
    query,
    ports: { past },
  } = call;
  const selector = selectorOf(query, ['id', 'broadcaster_id', 'game_id']);
  if (selector === null)
    return refusal(400, 'Must provide exactly one of the following parameters: id, broadcaster_id, game_id');
  if (selector === 'id') {
    const ids = listed(query, 'id')?.[0];
    return ids
      ? ok({ data: past.clips(({ id }) => ids.includes(id)).map((clip) => rowOf(clip, call)), pagination: {} })
      : TOO_MANY;
  }
  const span = spanOf(query);
  if (!span) return refusal(400, 'The parameter "started_at" was malformed: the value must match the RFC3339 format');
  const isOf = ({ channel }: PastClip): boolean =>
    selector === 'broadcaster_id'
      ? channel.userId === query.get(selector)
      : channel.category?.id === query.get(selector);
  return page(
    query,
    past
      .clips((clip) => isOf(clip) && clip.createdAt >= span[0] && clip.createdAt < span[1])
      .map((clip) => rowOf(clip, call)),
  );
};
