import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ok, refusal, type HelixAnswer, type HelixCall } from '../helix/helix-call.js';
import { nanoTime } from './event-message.js';
import type { Sockets } from './sockets.js';
import type { SubscriptionStore } from './subscription-store.js';
import {
  ENABLED,
  PENDING,
  subscriptionWire,
  type Subscription,
  type Transport,
  EVENT_TYPES,
  type EventType,
} from './subscription.js';

/** Twitch's limits (docs/reference/twitch.md#eventsub-subscriptions). */
const MAX_SAME_CONDITION = 3;
const MAX_SOCKETS = 3;
const MAX_PER_SOCKET = 300;

export interface SubscriptionPorts {
  readonly store: SubscriptionStore;
  readonly sockets: Sockets;
  verify(subscription: Subscription): void;
}

/**
 * Whether the callback address is valid. A callback on this machine may use http, because tests have no certificate.
 */
function isCallback(callback: string): boolean {
  if (!URL.canParse(callback)) return false;
  const { protocol, port, hostname } = new URL(callback);
  return (
    (protocol === 'https:' && port === '') ||
    (protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost'))
  );
}

function webhookOf({ callback = '', secret = '' }: CreateTransport, ownerId: string | null): Transport | HelixAnswer {
  if (ownerId !== null) return refusal(400, 'invalid transport and auth combination');
  if (!isCallback(callback)) return refusal(400, 'invalid transport: callback must be https and use port 443');
  return /^[\x20-\x7e]{10,100}$/.test(secret)
    ? { method: 'webhook', callback, secret }
    : refusal(400, 'invalid transport: secret must be between 10 and 100 ASCII characters');
}

function websocketOf(
  { session_id: sessionId = '' }: CreateTransport,
  ownerId: string | null,
  sockets: Sockets,
): Transport | HelixAnswer {
  if (ownerId === null) return refusal(400, 'invalid transport and auth combination');
  const session = sockets.find(sessionId);
  return session
    ? { method: 'websocket', sessionId, connectedAt: session.connectedAt, disconnectedAt: null }
    : refusal(400, 'websocket transport session does not exist or has already disconnected');
}

function transportOf(wanted: CreateTransport, ownerId: string | null, sockets: Sockets): Transport | HelixAnswer {
  if (wanted.method === 'webhook') return webhookOf(wanted, ownerId);
  return wanted.method === 'websocket' ? websocketOf(wanted, ownerId, sockets) : refusal(400, 'invalid transport');
}

const placeOf = (transport: Transport): string =>
  transport.method === 'webhook' ? transport.callback : transport.sessionId;

function limitFault(created: Subscription, { store, sockets }: SubscriptionPorts): HelixAnswer | null {
  const { transport, ownerId, cost } = created;
  const alike = store
    .alive(ownerId)
    .filter(({ type, broadcasterId }) => type === created.type && broadcasterId === created.broadcasterId);
  if (alike.some((other) => placeOf(other.transport) === placeOf(transport)))
    return refusal(409, 'subscription already exists');
  if (alike.length >= MAX_SAME_CONDITION)
    return refusal(429, 'maximum number of subscriptions with the same type and condition exceeded');
  if (transport.method === 'websocket') {
    if (sockets.othersInUse(transport.sessionId, ownerId) >= MAX_SOCKETS)
      return refusal(429, 'number of websocket transports limit exceeded');
    if (store.ofSession(transport.sessionId).length >= MAX_PER_SOCKET)
      return refusal(429, 'number of subscriptions per websocket limit exceeded');
  }
  const { total, max } = store.costs(ownerId);
  return total + cost > max ? refusal(429, 'subscription total cost limit exceeded') : null;
}

function subscriptionOf(
  { type, version, broadcasterId }: WantedSubscription,
  transport: Transport,
  { token, ports }: HelixCall,
): Subscription {
  return {
    id: randomUUID(),
    status: transport.method === 'webhook' ? PENDING : ENABLED,
    type,
    version,
    broadcasterId,
    createdAt: nanoTime(Date.now()),
    transport,
    cost: ports.tokens.isAuthorisedBy(broadcasterId) ? 0 : 1,
    ownerId: token.userId,
  };
}

/** `POST /eventsub/subscriptions`. The challenge request to a callback follows the response. */
export async function createSubscription(call: HelixCall, ports: SubscriptionPorts): Promise<HelixAnswer> {
  const wanted = await readSubscription(call);
  if ('status' in wanted) return wanted;
  const transport = transportOf(wanted.transport, call.token.userId, ports.sockets);
  if ('status' in transport) return transport;
  const created = subscriptionOf(wanted, transport, call);
  const fault = limitFault(created, ports);
  if (fault) return fault;
  ports.store.add(created);
  if (transport.method === 'webhook')
    call.exchange.response.once('finish', () => {
      ports.verify(created);
    });
  const { total, max } = ports.store.costs(created.ownerId);
  return ok(
    {
      data: [subscriptionWire(created)],
      total: ports.store.alive(created.ownerId).length,
      total_cost: total,
      max_total_cost: max,
    },
    202,
  );
}

const CreateWire = z.object({
  type: z.string(),
  version: z.string(),
  condition: z.record(z.string(), z.unknown()),
  transport: z.object({
    method: z.string(),
    callback: z.string().exactOptional(),
    secret: z.string().exactOptional(),
    session_id: z.string().exactOptional(),
  }),
});
type CreateTransport = z.infer<typeof CreateWire>['transport'];
interface WantedSubscription {
  readonly type: EventType;
  readonly version: string;
  readonly broadcasterId: string;
  readonly transport: CreateTransport;
}

const isType = (type: string): type is EventType => type in EVENT_TYPES;

function typeFault(type: EventType, version: string): HelixAnswer | null {
  const { current, removed } = EVENT_TYPES[type];
  if (version === current) return null;
  return (removed as readonly string[]).includes(version)
    ? refusal(410, 'subscription version has been removed')
    : refusal(400, 'invalid subscription type and version');
}

async function bodyOf({ exchange }: HelixCall): Promise<unknown> {
  try {
    return JSON.parse((await exchange.body()).toString());
  } catch {
    return null;
  }
}

/** Reads the body of `POST /eventsub/subscriptions` and checks the parts that depend on nothing else. */
async function readSubscription(call: HelixCall): Promise<WantedSubscription | HelixAnswer> {
  const wire = CreateWire.safeParse(await bodyOf(call));
  if (!wire.success) return refusal(400, 'error parsing request body');
  const { type, version, condition, transport } = wire.data;
  if (!isType(type)) return refusal(400, 'invalid subscription type and version');
  const fault = typeFault(type, version);
  if (fault) return fault;
  const { broadcaster_user_id: broadcasterId } = condition;
  if (typeof broadcasterId !== 'string' || broadcasterId === '' || Object.keys(condition).length > 1)
    return refusal(400, 'invalid condition');
  if (!call.ports.world.byId(broadcasterId)) return refusal(400, 'cannot find user specified in condition');
  return { type, version, broadcasterId, transport };
}
