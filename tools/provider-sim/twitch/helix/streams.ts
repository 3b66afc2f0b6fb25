import type { TwitchChannel } from '../world.js';
import { listed, timeOf, TOO_MANY, type HelixAnswer, type HelixCall } from './helix-call.js';
import { page } from './page.js';
import { livePreview } from './pictures.js';

/**
 * Whether Helix lists the channel now: it lags at the start and the end of a stream, and may omit a stream in between
 * (docs/reference/twitch.md#helix-streams).
 */
function isListed(channel: TwitchChannel, { ports: { world } }: HelixCall, now = Date.now()): boolean {
  return !channel.isOmittedByHelix && world.isListed(channel, (channel.spec.helixLagS ?? 0) * 1000, now);
}

function rowOf(channel: TwitchChannel, { exchange }: HelixCall): object {
  const { userId, login, displayName, category, title, viewers, language, tags, isMature, broadcast } = channel;
  return {
    id: broadcast?.id ?? '',
    user_id: userId,
    user_login: login,
    user_name: displayName,
    game_id: category?.id ?? '',
    game_name: category?.name ?? '',
    type: 'live',
    title,
    viewer_count: viewers,
    started_at: timeOf(broadcast?.startedAt ?? 0),
    language,
    thumbnail_url: livePreview(exchange, login),
    tag_ids: [],
    tags,
    is_mature: isMature,
  };
}

const either = (wanted: readonly string[], value: string): boolean => wanted.length === 0 || wanted.includes(value);

/** `GET /streams`, sorted by viewers. All filters must match, but of id and login, either one is enough. */
export function streams(call: HelixCall): HelixAnswer {
  const {
    query,
    ports: { world },
  } = call;
  const filters = ['user_id', 'user_login', 'game_id', 'language'].map((name) => listed(query, name));
  if (filters.includes(null)) return TOO_MANY;
  const [ids = [], logins = [], games = [], languages = []] = filters.map((filter) => filter?.[0] ?? []);
  const names = logins.map((login) => login.toLowerCase());
  const isWanted = ({ userId, login }: TwitchChannel): boolean =>
    ids.length + names.length === 0 || ids.includes(userId) || names.includes(login);
  const live = world.channels.filter(
    (channel) =>
      isWanted(channel) &&
      either(games, channel.category?.id ?? '') &&
      either(languages, channel.language) &&
      isListed(channel, call),
  );
  return page(
    query,
    live.sort((a, b) => b.viewers - a.viewers).map((channel) => rowOf(channel, call)),
  );
}
