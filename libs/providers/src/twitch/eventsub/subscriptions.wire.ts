import { z } from 'zod';
import { type SiteSubscription } from '../../kit/push.js';
import { Subscription } from './events.wire.js';

// https://dev.twitch.tv/docs/api/reference/#get-eventsub-subscriptions (read Feb 2026). `method` may also be `conduit`,
// which Vodkeep does not use.
const Transport = z.object({
  method: z.string(),
  callback: z.string().nullish().catch(null),
  session_id: z.string().nullish().catch(null),
});
export const SubscriptionRow = Subscription.extend({ transport: Transport });
const STATUS: Readonly<Record<string, SiteSubscription['status']>> = {
  enabled: 'active',
  webhook_callback_verification_pending: 'pending',
};

/** @returns null for a transport that Vodkeep does not use */
export function subscriptionOf({
  id,
  type,
  status,
  condition,
  transport,
}: z.infer<typeof SubscriptionRow>): SiteSubscription | null {
  const { method, callback, session_id } = transport;
  if (method !== 'webhook' && method !== 'websocket') return null;
  const known = STATUS[status];
  return {
    id,
    topic: type,
    sourceId: condition.broadcaster_user_id,
    status: known ?? 'dead',
    reason: known ? '' : status,
    transport: method,
    callback: callback ?? null,
    sessionId: session_id ?? null,
  };
}

/** Builds the body of the request that creates a subscription. */
export const subscriptionBody = ({
  topic,
  version,
  sourceId,
  transport,
}: {
  readonly topic: string;
  readonly version: string;
  readonly sourceId: string;
  readonly transport: { readonly callback: string; readonly secret: string } | { readonly sessionId: string };
}): object => ({
  type: topic,
  version,
  condition: { broadcaster_user_id: sourceId },
  transport:
    'sessionId' in transport
      ? { method: 'websocket', session_id: transport.sessionId }
      : { method: 'webhook', callback: transport.callback, secret: transport.secret },
});

/**
 * The topics to subscribe to for each channel, with the supported version. None requires a permission of the channel's
 * owner.
 */
export const TOPIC_VERSIONS: ReadonlyMap<string, string> = new Map([
  ['stream.online', '1'],
  ['stream.offline', '1'],
  ['channel.update', '2'],
]);
export const TOPICS: readonly string[] = [...TOPIC_VERSIONS.keys()];
