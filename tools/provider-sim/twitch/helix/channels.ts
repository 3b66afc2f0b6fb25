import { listed, ok, refusal, TOO_MANY, type HelixAnswer, type HelixCall } from './helix-call.js';

/** `GET /channels`: also returns offline channels. */
export function channels({ query, ports: { world } }: HelixCall): HelixAnswer {
  const keys = listed(query, 'broadcaster_id');
  if (!keys) return TOO_MANY;
  const ids = new Set(keys[0]);
  if (ids.size === 0) return refusal(400, 'Missing required parameter "broadcaster_id"');
  const found = world.channels.filter(({ userId }) => ids.has(userId));
  return ok({
    data: found.map(({ userId, login, displayName, language, category, title, tags, isMature }) => ({
      broadcaster_id: userId,
      broadcaster_login: login,
      broadcaster_name: displayName,
      broadcaster_language: language,
      game_id: category?.id ?? '',
      game_name: category?.name ?? '',
      title,
      delay: 0,
      tags,
      content_classification_labels: isMature ? ['ProfanityVulgarity'] : [],
      is_branded_content: false,
    })),
  });
}
