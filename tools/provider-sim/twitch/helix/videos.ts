import { CATEGORIES } from '../world.js';
import type { Archive, ArchiveVideo } from './archive.js';
import { goDuration } from './go-duration.js';
import { listed, ok, refusal, timeOf, TOO_MANY, type HelixAnswer, type HelixCall, type HelixEndpoint } from './helix-call.js';
import { page } from './page.js';
import { pastPreview } from './pictures.js';

function rowOf({ id, channel, broadcast, title }: ArchiveVideo, { exchange }: HelixCall): object {
  const startedAt = timeOf(broadcast.startedAt);
  return {
    id, stream_id: broadcast.id, user_id: channel.userId, user_login: channel.login, user_name: channel.displayName, title, description: '', created_at: startedAt, published_at: startedAt,
    url: `https://www.twitch.tv/videos/${id}`, thumbnail_url: broadcast.endedAt === null ? '' : pastPreview(exchange, id), viewable: 'public', view_count: 0, language: channel.language, type: 'archive',
    duration: goDuration(((broadcast.endedAt ?? Date.now()) - broadcast.startedAt) / 1000), muted_segments: null,
  };
}

/** Of the three selectors exactly one (protocols.md 1.3). */
function selectorOf(query: URLSearchParams, names: readonly string[]): string | null {
  const given = names.filter((name) => query.has(name));
  return given.length === 1 ? given[0] ?? null : null;
}

function byIds(call: HelixCall, archive: Archive): HelixAnswer {
  const ids = listed(call.query, 'id')?.[0];
  if (!ids) return TOO_MANY;
  const found = archive.byIds(ids);
  return found.length === 0 ? refusal(404, 'Not Found') : ok({ data: found.map((video) => rowOf(video, call)), pagination: {} });
}

function byGame(call: HelixCall, archive: Archive): HelixAnswer {
  const id = call.query.get('game_id') ?? '';
  if (!CATEGORIES.some((category) => category.id === id)) return refusal(404, 'Not Found');
  return page(call.query, archive.of(({ category }) => category?.id === id).map((video) => rowOf(video, call)));
}

/** `GET /videos`: archives only, and no filter but `type`. */
export const videos = (archive: Archive): HelixEndpoint => (call) => {
  const { query } = call;
  switch (selectorOf(query, ['id', 'user_id', 'game_id'])) {
    case 'id': return byIds(call, archive);
    case 'game_id': return byGame(call, archive);
    case 'user_id': {
      const isArchive = ['all', 'archive'].includes(query.get('type') ?? 'all');
      return page(query, isArchive ? archive.of(({ userId }) => userId === query.get('user_id')).map((video) => rowOf(video, call)) : []);
    }
    default: return refusal(400, 'Must provide exactly one of the following parameters: id, user_id, game_id');
  }
};

/** `GET /clips`: nobody here makes any. */
export const clips: HelixEndpoint = ({ query }) => (selectorOf(query, ['id', 'broadcaster_id', 'game_id']) === null ? refusal(400, 'Must provide exactly one of the following parameters: id, broadcaster_id, game_id') : page(query, []));
