import {
  type PushSource,
  type PushTransport,
  type PushUse,
  type SiteSubscription,
  type SocketHandlers,
  type SubscribeResult,
  type WebhookReading,
} from '../../kit/push.js';
import { type SiteAddresses } from '../../kit/site-addresses.js';
import { type AccessSource } from '../account/access.js';
import { type Helix } from '../helix/helix.js';
import { EventSocket } from './event-socket.js';
import { readWebhook, type WebhookCall } from './read-webhook.js';
import { Subscriptions, type SubscriptionRequest } from './subscriptions.js';
import { TOPICS } from './subscriptions.wire.js';

export interface TwitchPushPorts {
  readonly sites: SiteAddresses;
  readonly helix: Helix;
  readonly app: AccessSource;
  readonly user: AccessSource;
  readonly boxArt: (categoryId: string) => string;
}

/** EventSub by webhook and by WebSocket. */
export class TwitchPush implements PushSource {
  readonly topics = TOPICS;
  private readonly subscriptionApi: Subscriptions;
  private readonly socket: EventSocket;

  constructor(private readonly ports: TwitchPushPorts) {
    this.subscriptionApi = new Subscriptions(ports.helix, ports.app, ports.user);
    this.socket = new EventSocket(ports);
  }

  readWebhook(call: WebhookCall): WebhookReading {
    return readWebhook(call, this.ports.boxArt);
  }
  subscriptions(transport: PushTransport['kind'], signal: AbortSignal): Promise<readonly SiteSubscription[]> {
    return this.subscriptionApi.list(transport, signal);
  }
  use(): PushUse | null {
    return this.subscriptionApi.use();
  }
  subscribe(request: SubscriptionRequest, signal: AbortSignal): Promise<SubscribeResult> {
    return this.subscriptionApi.subscribe(request, signal);
  }
  unsubscribe(id: string, transport: PushTransport['kind'], signal: AbortSignal): Promise<void> {
    return this.subscriptionApi.unsubscribe(id, transport, signal);
  }
  runSocket(handlers: SocketHandlers, signal: AbortSignal): Promise<void> {
    return this.socket.run(handlers, signal);
  }
}
