import { ENABLED, isAlive, type Subscription } from './subscription.js';

/** Disabled websocket subscriptions remain visible for an hour (docs/reference/twitch.md#eventsub-subscriptions). */
const SHOWN_AFTER_END_MS = 3_600_000;
const MAX_COST = { app: 10_000, user: 10 };

const isWebsocket = ({ transport }: Subscription): boolean => transport.method === 'websocket';

/**
 * All subscriptions of the application, oldest first. An app token sees the webhooks; a user token sees the user's own
 * websocket subscriptions.
 */
export class SubscriptionStore {
  private all: Subscription[] = [];

  add(subscription: Subscription): void {
    this.all.push(subscription);
  }

  remove(id: string): Subscription | undefined {
    const found = this.all.find((subscription) => subscription.id === id);
    this.all = this.all.filter((subscription) => subscription !== found);
    return found;
  }

  /** Enabled subscriptions to the events of a channel. */
  enabledFor(broadcasterId: string): readonly Subscription[] {
    return this.all.filter(
      (subscription) => subscription.broadcasterId === broadcasterId && subscription.status === ENABLED,
    );
  }

  ofSession(sessionId: string): readonly Subscription[] {
    return this.all.filter(
      ({ transport, status }) =>
        transport.method === 'websocket' && transport.sessionId === sessionId && status === ENABLED,
    );
  }

  visibleTo(ownerId: string | null, now = Date.now()): readonly Subscription[] {
    const isShown = ({ transport }: Subscription): boolean =>
      transport.method === 'webhook' ||
      transport.disconnectedAt === null ||
      now - Date.parse(transport.disconnectedAt) < SHOWN_AFTER_END_MS;
    return this.all.filter(
      (subscription) =>
        isWebsocket(subscription) === (ownerId !== null) && subscription.ownerId === ownerId && isShown(subscription),
    );
  }

  alive(ownerId: string | null): readonly Subscription[] {
    return this.visibleTo(ownerId).filter(isAlive);
  }

  costs(ownerId: string | null): { readonly total: number; readonly max: number } {
    return {
      total: this.alive(ownerId).reduce((sum, { cost }) => sum + cost, 0),
      max: ownerId === null ? MAX_COST.app : MAX_COST.user,
    };
  }
}
