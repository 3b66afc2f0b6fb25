import { type Message } from '#libs/messages';

import { type Category } from './provider.js';

/** An event that a site pushed. Each is valid on its own; Vodkeep requests missing data. */
export type PushEvent =
  | { readonly fact: 'online'; readonly sourceId: string; readonly streamId: string; readonly startedAt: Date }
  /** `streamId` is null if the site does not identify the stream. */
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

/** One delivery. Equal ids mean the same delivery. `at` is the site's time stamp. */
export interface PushMessage {
  readonly id: string;
  readonly at: Date;
  readonly fact: PushEvent;
}

/** Why a webhook call is refused. Vodkeep counts and shows the refusals. */
export type PushRefusal = 'bad-signature' | 'too-old' | 'malformed' | 'unknown-subscription' | 'too-large' | 'replayed';

/** The result of checking a webhook call: its signature over the raw body, its age and its format. */
export type WebhookReading =
  /** The response is `challenge` as text/plain, if Vodkeep requested that subscription. */
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

/** A subscription as the site lists it. `reason` is the site's own status if `status` is `dead`, otherwise empty. */
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

/**
 * `limit`: the site accepts no more subscriptions, so Vodkeep polls that channel. `refused`: `reason` contains the
 * remedy.
 */
export type SubscribeResult =
  | { readonly result: 'active' | 'pending' | 'exists'; readonly id: string | null }
  | { readonly result: 'limit' | 'refused'; readonly reason: Message };

export interface SocketHandlers {
  /**
   * A new session has started: it has no subscriptions, and events since the last one are unknown. Not called when the
   * site moves a session.
   */
  onSession(sessionId: string): void;
  onMessage(message: PushMessage): void;
  onRevoked(subscription: Pick<SiteSubscription, 'id' | 'topic' | 'sourceId' | 'reason'>): void;
  /** The connection is lost; the source reconnects with increasing delays. */
  onLost(reason: string): void;
}

/** The used part of a site's limit: the number of subscriptions, their cost, and the maximum cost. */
export interface PushUse {
  readonly total: number;
  readonly totalCost: number;
  readonly maxTotalCost: number;
}

/** A site that pushes an event when a channel goes live. */
export interface PushSource {
  /** The topics to subscribe to for each channel. */
  readonly topics: readonly string[];
  /**
   * Pure.
   * @param call.headers lower-case names
   */
  readWebhook(call: {
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly body: Buffer;
    readonly secret: string;
    readonly now: Date;
  }): WebhookReading;
  /** @throws OutsideError: the site is unavailable; UserError with the remedy: the account is at fault */
  subscriptions(transport: PushTransport['kind'], signal: AbortSignal): Promise<readonly SiteSubscription[]>;
  /**
   * The use that the site reported with this process's latest list of subscriptions; null before the first list, or if
   * the site does not report it.
   */
  use(): PushUse | null;
  subscribe(
    request: { readonly topic: string; readonly sourceId: string; readonly transport: PushTransport },
    signal: AbortSignal,
  ): Promise<SubscribeResult>;
  unsubscribe(id: string, transport: PushTransport['kind'], signal: AbortSignal): Promise<void>;
  /** Keeps a socket open until aborted; never throws for a fault of the site. */
  runSocket(handlers: SocketHandlers, signal: AbortSignal): Promise<void>;
}
