import { refusal, timeOf, type HelixAnswer, type HelixCall } from './helix-call.js';
import { page } from './page.js';
import { profileImage } from './pictures.js';

/** `GET /search/channels`: channels whose login or name contains the words; `started_at` is '' while offline. */
export function searchChannels({ query, exchange, ports: { world } }: HelixCall): HelixAnswer {
  const searchText = query.get('query')?.toLowerCase() ?? '';
  if (searchText === '') return refusal(400, 'Missing required parameter "query"');
  const found = world.channels.filter(
    (channel) =>
      `${channel.login} ${channel.displayName.toLowerCase()}`.includes(searchText) &&
      (query.get('live_only') !== 'true' || world.isLive(channel)),
  );
  return page(
    query,
    found.map((channel) => ({
      broadcaster_language: channel.language,
      broadcaster_login: channel.login,
      display_name: channel.displayName,
      game_id: channel.category?.id ?? '',
      game_name: channel.category?.name ?? '',
      id: channel.userId,
      is_live: world.isLive(channel),
      tag_ids: [],
      tags: channel.tags,
      thumbnail_url: profileImage(exchange, channel.userId),
      title: channel.title,
      started_at: channel.broadcast && world.isLive(channel) ? timeOf(channel.broadcast.startedAt) : '',
    })),
  );
}
