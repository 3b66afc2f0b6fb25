import { type Message } from '#libs/messages';

import { type Category } from './provider.js';

/** What a site pushed. Each holds alone; what is missing is asked for. */
export type PushEvent =
  | { readonly fact: 'online'; readonly sourceId: string; readonly streamId: string; readonly startedAt: Date }
  /** Sites that do not name the stream give null. */
  | { readonly fact: 'offline'; readonly sourceId: string; readonly streamId: string | null }
  | {
      readonly fact: 'update';
      readonly sourceId: string;
      readonly login: string;
      readonly displayName: string;
      readonly title: string;
      readonly category: Category | null;
      readonly language: string;
      readonly isMature: boolean;
    };

/** One delivery. The same `id` twice is the same delivery. `at`: the site's stamp. */
export interface PushMessage {
  readonly id: string;
  readonly at: Date;
  readonly fact: PushEvent;
}

/** Why a call of our webhook is refused. Counted and shown. */
export const PUSH_REFUSALS = [
  'bad-signature',
  'too-old',
  'malformed',
  'unknown-subscription',
  'too-large',
  'replayed',
] as const;
export type PushRefusal = (typeof PUSH_REFUSALS)[number];

/** What came in at the webhook, judged: its signature over the raw body, its age, its shape. */
export type WebhookReading =
  /** Answered with `challenge` as text/plain, if we asked for that subscription. */
  | {
      readonly kind: 'challenge';
      readonly challenge: string;
      readonly subscriptionId: string;
      readonly topic: string;
      readonly sourceId: string;
    }
  | { readonly kind: 'message'; readonly messages: readonly PushMessage[] }
  | {
      readonly kind: 'revoked';
      readonly messageId: string;
      readonly subscriptionId: string;
      readonly topic: string;
      readonly sourceId: string;
      readonly reason: string;
    }
  | { readonly kind: 'refused'; readonly refusal: PushRefusal };

export type PushTransport =
  | { readonly kind: 'webhook'; readonly callback: string; readonly secret: string }
  | { readonly kind: 'websocket'; readonly sessionId: string };

/** A subscription as the site lists it. `status`: the site's own word where it is not one of ours. */
export interface SiteSubscription {
  readonly id: string;
  readonly topic: string;
  readonly sourceId: string;
  readonly status: 'active' | 'pending' | 'dead';
  readonly reason: string;
  readonly transport: 'webhook' | 'websocket';
  readonly callback: string | null;
  readonly sessionId: string | null;
}

/** `limit`: the site takes no more; that channel is polled. `refused`: `reason` says what the operator can do. */
export type SubscribeResult =
  | { readonly result: 'active' | 'pending' | 'exists'; readonly id: string | null }
  | { readonly result: 'limit' | 'refused'; readonly reason: Message };

export interface SocketHandlers {
  /**
   * A new session: nothing is subscribed on it yet, and what happened since the last one is unknown. Not called when
   * the site moves a session.
   */
  onSession(sessionId: string): void;
  onMessage(message: PushMessage): void;
  onRevoked(subscription: Pick<SiteSubscription, 'id' | 'topic' | 'sourceId' | 'reason'>): void;
  /** The connection is lost and is made again, with growing waits. */
  onLost(reason: string): void;
}

/** What of a site's limit is used: subscriptions, what they cost, and what they may cost at most. */
export interface PushUse {
  readonly total: number;
  readonly totalCost: number;
  readonly maxTotalCost: number;
}

/** A site that pushes that a channel goes live. */
export interface PushSource {
  /** What is subscribed for each channel. */
  readonly topics: readonly string[];
  /** Pure. @param headers lower-case names */
  readWebhook(call: {
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly body: Buffer;
    readonly secret: string;
    readonly now: Date;
  }): WebhookReading;
  /** @throws OutsideError when the site cannot be asked; UserError with the remedy when the account is at fault */
  subscriptions(transport: PushTransport['kind'], signal: AbortSignal): Promise<readonly SiteSubscription[]>;
  /**
   * As the site reported with the last list of subscriptions that this process asked for; null before, or where it does not
   * tell.
   */
  use(): PushUse | null;
  subscribe(
    request: { readonly topic: string; readonly sourceId: string; readonly transport: PushTransport },
    signal: AbortSignal,
  ): Promise<SubscribeResult>;
  unsubscribe(id: string, transport: PushTransport['kind'], signal: AbortSignal): Promise<void>;
  /** Keeps a socket open until aborted; never throws for the site's problem. */
  runSocket(handlers: SocketHandlers, signal: AbortSignal): Promise<void>;
}
