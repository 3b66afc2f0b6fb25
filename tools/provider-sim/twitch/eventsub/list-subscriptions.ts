import { refusal, type HelixAnswer, type HelixCall } from '../helix/helix-call.js';
import { page } from '../helix/page.js';
import type { SubscriptionBook } from './subscription-book.js';
import { subscriptionWire, type Subscription } from './subscription.js';

const FILTERS: Readonly<Record<string, (subscription: Subscription) => string>> = {
  status: ({ status }) => status,
  type: ({ type }) => type,
  user_id: ({ broadcasterId }) => broadcasterId,
  subscription_id: ({ id }) => id,
};

/** `GET /eventsub/subscriptions`, oldest first, 100 a page, with at most one filter. */
export function listSubscriptions({ query, token }: HelixCall, book: SubscriptionBook): HelixAnswer {
  const filters = Object.entries(FILTERS).filter(([name]) => query.has(name));
  if (filters.length > 1) return refusal(400, 'at most one filter may be given');
  const seen = book.seenBy(token.userId);
  const rows = seen.filter((subscription) =>
    filters.every(([name, valueOf]) => valueOf(subscription) === query.get(name)),
  );
  const { total, most } = book.costs(token.userId);
  const paged = new URLSearchParams({
    first: '100',
    ...(query.has('after') ? { after: query.get('after') ?? '' } : {}),
  });
  return page(paged, rows.map(subscriptionWire), { total: seen.length, total_cost: total, max_total_cost: most });
}
