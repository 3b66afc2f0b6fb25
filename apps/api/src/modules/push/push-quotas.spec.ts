import { type Provider } from '#libs/providers';
import { expect, it } from '@jest/globals';
import { type PushSubscriptionEntity } from '../../persistence/entities/push.entity.js';
import { pushQuotas } from './push-quotas.js';

const site = (kind: string, use: object | null | 'no push') =>
  ({ kind, push: use === 'no push' ? null : { use: () => use } }) as unknown as Provider;
const row = (over: Partial<PushSubscriptionEntity>): PushSubscriptionEntity => ({
  kind: 'harbour',
  sourceId: '1',
  topic: 't',
  siteId: null,
  transport: 'webhook',
  sessionId: null,
  status: 'active',
  reason: null,
  updatedAt: new Date(0),
  ...over,
});

it('returns the limits that the site reported last', () => {
  expect(
    pushQuotas([site('harbour', { total: 7, totalCost: 3, maxTotalCost: 10_000 }), site('quay', 'no push')], []).quotas,
  ).toEqual({ harbour: { total: 7, total_cost: 3, max_total_cost: 10_000 } });
});
it('counts the stored subscriptions until the site has reported', () => {
  expect(
    pushQuotas([site('harbour', null)], [row({}), row({ status: 'pending' }), row({ kind: 'quay' })]).quotas,
  ).toEqual({ harbour: { total: 1, total_cost: 0, max_total_cost: 0 } });
});
it('returns the number of subscriptions of each socket', () => {
  const on = { transport: 'websocket', sessionId: 's1' } as const;
  expect(
    pushQuotas(
      [],
      [row(on), row(on), row({ ...on, status: 'failed' }), row({}), row({ ...on, sessionId: 's0', status: 'pending' })],
    ).websocketQuotas,
  ).toEqual([
    { id: 's1', provider: 'harbour', status: 'connected', subscriptions: 2 },
    { id: 's0', provider: 'harbour', status: 'lost', subscriptions: 0 },
  ]);
});
