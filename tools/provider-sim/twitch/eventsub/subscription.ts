/**
 * Event types that the recorder uses, with their current and withdrawn versions
 * (docs/reference/twitch.md#eventsub-subscriptions).
 */
export const EVENT_TYPES = {
  'stream.online': { current: '1', removed: [] },
  'stream.offline': { current: '1', removed: [] },
  'channel.update': { current: '2', removed: ['1'] },
} as const;
export type EventType = keyof typeof EVENT_TYPES;

export type Transport =
  | { readonly method: 'webhook'; readonly callback: string; readonly secret: string }
  /** The session id changes after a reconnect. */
  | { readonly method: 'websocket'; sessionId: string; connectedAt: string; disconnectedAt: string | null };

export interface Subscription {
  readonly id: string;
  status: string;
  readonly type: EventType;
  readonly version: string;
  readonly broadcasterId: string;
  readonly createdAt: string;
  readonly transport: Transport;
  readonly cost: number;
  /** User of the token that created it; null: an app token. */
  readonly ownerId: string | null;
}

export const ENABLED = 'enabled';
export const PENDING = 'webhook_callback_verification_pending';
/** Whether it counts for limits and conflicts. */
export const isAlive = ({ status }: Subscription): boolean => status === ENABLED || status === PENDING;

function transportWire(transport: Transport): object {
  if (transport.method === 'webhook') return { method: 'webhook', callback: transport.callback };
  const { sessionId, connectedAt, disconnectedAt } = transport;
  return {
    method: 'websocket',
    session_id: sessionId,
    connected_at: connectedAt,
    ...(disconnectedAt === null ? {} : { disconnected_at: disconnectedAt }),
  };
}

/** The subscription in responses and messages; never includes the secret. */
export function subscriptionWire({
  id,
  status,
  type,
  version,
  broadcasterId,
  createdAt,
  transport,
  cost,
}: Subscription): object {
  return {
    id,
    status,
    type,
    version,
    condition: { broadcaster_user_id: broadcasterId },
    transport: transportWire(transport),
    created_at: createdAt,
    cost,
  };
}
