import { z } from 'zod';
import { type PushEvent } from '../../kit/push.js';

// https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/ (read Feb 2026). Fields that Vodkeep does not need
// are optional.
const Id = z.string().min(1);
const text = z.string().catch('');

const Online = z.object({ broadcaster_user_id: Id, id: Id, started_at: z.iso.datetime({ offset: true }) });
/** `id` exists since 26 June 2026. */
const Offline = z.object({ broadcaster_user_id: Id, id: z.string().min(1).nullable().catch(null) });
const Update = z.object({
  broadcaster_user_id: Id,
  broadcaster_user_login: text,
  broadcaster_user_name: text,
  title: z.string(),
  language: text,
  category_id: text,
  category_name: text,
  content_classification_labels: z.array(z.unknown()).catch([]),
});

/** A subscription in messages and lists. */
export const Subscription = z.object({
  id: Id,
  type: z.string(),
  status: text,
  condition: z.object({ broadcaster_user_id: text }).catch({ broadcaster_user_id: '' }),
});
export type SubscriptionShape = z.infer<typeof Subscription>;

/**
 * Parses an event.
 * @param boxArt returns the address of a category's image
 * @returns null if the topic is unknown or a required field is missing
 */
export function readEvent(topic: string, event: unknown, boxArt: (categoryId: string) => string): PushEvent | null {
  switch (topic) {
    case 'stream.online': {
      const { data } = Online.safeParse(event);
      return data
        ? {
            fact: 'online',
            sourceId: data.broadcaster_user_id,
            streamId: data.id,
            startedAt: new Date(data.started_at),
          }
        : null;
    }
    case 'stream.offline': {
      const { data } = Offline.safeParse(event);
      return data ? { fact: 'offline', sourceId: data.broadcaster_user_id, streamId: data.id } : null;
    }
    case 'channel.update': {
      const { data } = Update.safeParse(event);
      return data ? updateOf(data, boxArt) : null;
    }
    default:
      return null;
  }
}

function updateOf(event: z.infer<typeof Update>, boxArt: (categoryId: string) => string): PushEvent {
  const {
    broadcaster_user_id: sourceId,
    broadcaster_user_login: login,
    broadcaster_user_name: name,
    category_id: id,
    category_name,
  } = event;
  const category = id === '' ? null : { id, name: category_name, boxArtUrl: boxArt(id) };
  return {
    fact: 'update',
    sourceId,
    login,
    displayName: name || login,
    title: event.title,
    category,
    language: event.language,
    isMature: event.content_classification_labels.length > 0,
  };
}

/**
 * Parses a time stamp with nanoseconds, such as `2026-01-02T03:04:05.123456789Z`.
 * @returns null if it is invalid
 */
export function readStamp(stamp: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(stamp)) return null;
  const at = new Date(stamp.replace(/(\.\d{3})\d+/, '$1'));
  return Number.isNaN(at.getTime()) ? null : at;
}
