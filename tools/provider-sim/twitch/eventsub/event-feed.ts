import type { SitePorts } from '../site-ports.js';
import type { EventsHow } from '../twitch-spec.js';
import type { TwitchChannel } from '../world.js';
import { eventMessage, type EventMessage } from './event-message.js';
import type { SubscriptionStore } from './subscription-store.js';
import type { EventType, Subscription } from './subscription.js';

/** More than the 10 minutes that a client may accept (docs/reference/twitch.md#eventsub-webhooks). */
const STALE_MS = 11 * 60_000;

const broadcasterFields = ({ userId, login, displayName }: TwitchChannel): object => ({
  broadcaster_user_id: userId,
  broadcaster_user_login: login,
  broadcaster_user_name: displayName,
});

/**
 * Converts changes of the world to messages for the matching subscriptions, as the channel's `events` action requires.
 */
export class EventFeed {
  private readonly modes = new Map<string, { readonly how: EventsHow; readonly until: number }>();

  constructor(
    ports: SitePorts,
    private readonly store: SubscriptionStore,
    private readonly deliver: (message: EventMessage) => void,
  ) {
    const { world, settings } = ports;
    world.on('online', (channel) => {
      this.publish(channel, 'stream.online', {
        id: channel.broadcast?.id ?? '',
        ...broadcasterFields(channel),
        type: 'live',
        started_at: new Date(channel.broadcast?.startedAt ?? 0).toISOString(),
      });
    });
    world.on('offline', (channel) => {
      this.publish(channel, 'stream.offline', {
        ...(settings.offlineHasId ? { id: channel.broadcast?.id ?? '' } : {}),
        ...broadcasterFields(channel),
      });
    });
    world.on('update', (channel) => {
      this.publish(channel, 'channel.update', updateOf(channel));
    });
  }

  /** Sets the mode of a channel's events for `forMs`; 0 means permanently. */
  setMode({ userId }: TwitchChannel, how: EventsHow, forMs = 0): void {
    this.modes.set(userId, { how, until: forMs === 0 ? Infinity : Date.now() + forMs });
  }

  private publish(channel: TwitchChannel, type: EventType, event: object): void {
    const mode = this.modeOf(channel);
    if (mode === 'silent') return;
    for (const subscription of this.store.enabledFor(channel.userId)) {
      if (subscription.type === type)
        for (const message of messagesOf(subscription, event, mode)) this.deliver(message);
    }
  }

  private modeOf({ userId }: TwitchChannel): EventsHow {
    const mode = this.modes.get(userId);
    return mode && Date.now() < mode.until ? mode.how : 'normal';
  }
}

function updateOf(channel: TwitchChannel): object {
  const { title, language, category, isMature } = channel;
  return {
    ...broadcasterFields(channel),
    title,
    language,
    category_id: category?.id ?? '',
    category_name: category?.name ?? '',
    content_classification_labels: isMature ? ['ProfanityVulgarity'] : [],
  };
}

function messagesOf(subscription: Subscription, event: object, mode: EventsHow): readonly EventMessage[] {
  const make = (body: EventMessage['body'] = { event }): EventMessage =>
    eventMessage({ kind: 'notification', subscription, body }, { ageMs: mode === 'stale' ? STALE_MS : 0 });
  const message = make();
  switch (mode) {
    case 'duplicate-id':
      return [message, message];
    case 'duplicate-fact':
      return [message, make()];
    case 'batch':
      return [make({ events: [{ id: message.id, data: event }] })];
    default:
      return [message];
  }
}
