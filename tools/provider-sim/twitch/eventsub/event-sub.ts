import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ok, refusal, type HelixAnswer, type HelixCall, type HelixEndpoint } from '../helix/helix-call.js';
import { page } from '../helix/page.js';
import type { SitePorts } from '../site-ports.js';
import type { Site, SiteUpgrade } from '../site.js';
import type { TwitchAction, TwitchFaultMode } from '../twitch-spec.js';
import type { TwitchChannel } from '../world.js';
import { createSubscription } from './create-subscription.js';
import { EventFeed } from './event-feed.js';
import { eventMessage, type EventMessage } from './event-message.js';
import { EVENTSUB_HOST, Sockets } from './sockets.js';
import { SubscriptionStore } from './subscription-store.js';
import { subscriptionWire, type Subscription } from './subscription.js';
import { Webhooks } from './webhooks.js';

/**
 * EventSub: subscriptions as part of Helix, events by webhook and by websocket (https://dev.twitch.tv/docs/eventsub/).
 */
export class EventSub {
  /** Endpoints of Helix, by `METHOD /path`. */
  readonly endpoints: Readonly<Record<string, HelixEndpoint>>;
  readonly site: Site;
  private readonly store = new SubscriptionStore();
  private readonly webhooks: Webhooks;
  private readonly sockets: Sockets;
  private readonly feed: EventFeed;

  constructor(private readonly ports: SitePorts) {
    this.webhooks = new Webhooks(ports.settings);
    this.sockets = new Sockets(ports.settings, this.store);
    this.feed = new EventFeed(ports, this.store, (message) => {
      this.deliver(message);
    });
    ports.actions.on('events', (channel, action) => {
      this.act(channel, action);
    });
    const subscriptionPorts = {
      store: this.store,
      sockets: this.sockets,
      verify: (subscription: EventMessage['subscription']) => {
        void this.webhooks.verify(subscription);
      },
    };
    const path = '/eventsub/subscriptions';
    this.endpoints = {
      [`POST ${path}`]: (call) => createSubscription(call, subscriptionPorts),
      [`GET ${path}`]: (call) => listSubscriptions(call, this.store),
      [`DELETE ${path}`]: (call) => this.remove(call),
    };
    this.site = {
      hosts: [EVENTSUB_HOST],
      handle: ({ response }) => {
        response.writeHead(400, { 'content-length': 0 }).end();
      },
      upgrade: (exchange) => {
        this.upgrade(exchange);
      },
      stop: () => {
        this.webhooks.stop();
        this.sockets.killAll();
      },
    };
  }

  private deliver(message: EventMessage): void {
    const { transport } = message.subscription;
    if (transport.method === 'webhook') void this.webhooks.deliver(message);
    else this.sockets.find(transport.sessionId)?.deliver(message);
  }

  private remove({ query, token }: HelixCall): HelixAnswer {
    const id = query.get('id');
    if (id === null) return refusal(400, 'The parameter "id" is required');
    if (!this.store.visibleTo(token.userId).some((subscription) => subscription.id === id))
      return refusal(404, 'subscription not found');
    const transport = this.store.remove(id)?.transport;
    if (transport?.method === 'websocket') this.sockets.find(transport.sessionId)?.closeIfUnused();
    return ok(null, 204);
  }

  private upgrade(exchange: SiteUpgrade): void {
    const mode = this.ports.faults.match('eventsub');
    if (mode !== null) refuseUpgrade(exchange.socket, mode);
    else if (exchange.url.pathname !== '/ws') refuseUpgrade(exchange.socket, '404');
    else this.sockets.open({ ...exchange, ws: exchange.ws(EVENTSUB_HOST) });
  }

  private act(channel: TwitchChannel, { how, forMs }: Extract<TwitchAction, { do: 'events' }>): void {
    switch (how) {
      case 'kill-sockets':
        this.sockets.killAll();
        break;
      case 'reconnect':
        this.sockets.moveAll();
        break;
      case 'freeze':
        this.sockets.freezeAll();
        break;
      case 'revoke':
        this.revoke(channel);
        break;
      default:
        this.feed.setMode(channel, how, forMs);
    }
  }

  private revoke({ userId }: TwitchChannel): void {
    for (const subscription of this.store.enabledFor(userId)) {
      subscription.status = 'authorization_revoked';
      const { transport } = subscription;
      if (transport.method === 'webhook') {
        this.webhooks.revoke(subscription);
        continue;
      }
      const session = this.sockets.find(transport.sessionId);
      session?.deliver(eventMessage({ kind: 'revocation', subscription, body: {} }));
      session?.closeIfUnused();
    }
  }
}

const FILTERS: Readonly<Record<string, (subscription: Subscription) => string>> = {
  status: ({ status }) => status,
  type: ({ type }) => type,
  user_id: ({ broadcasterId }) => broadcasterId,
  subscription_id: ({ id }) => id,
};

/** `GET /eventsub/subscriptions`: oldest first, 100 per page, at most one filter. */
function listSubscriptions({ query, token }: HelixCall, store: SubscriptionStore): HelixAnswer {
  const filters = Object.entries(FILTERS).filter(([name]) => query.has(name));
  if (filters.length > 1) return refusal(400, 'at most one filter may be given');
  const seen = store.visibleTo(token.userId);
  const rows = seen.filter((subscription) =>
    filters.every(([name, valueOf]) => valueOf(subscription) === query.get(name)),
  );
  const { total, max } = store.costs(token.userId);
  const paged = new URLSearchParams({
    first: '100',
    ...(query.has('after') ? { after: query.get('after') ?? '' } : {}),
  });
  return page(paged, rows.map(subscriptionWire), { total: seen.length, total_cost: total, max_total_cost: max });
}

/** Effect of a fault on a websocket's handshake: a status instead of 101, a closed connection, or no response. */
function refuseUpgrade(socket: Duplex, mode: TwitchFaultMode): void {
  if (mode === 'hang' || mode === 'slow' || mode === 'stall') return;
  if (mode === 'close' || mode === 'truncate' || mode === 'empty') {
    socket.destroy();
    return;
  }
  const status = mode === 'html' ? 200 : Number(mode);
  socket.end(
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
}
