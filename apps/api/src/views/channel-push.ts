import { type ChannelPush } from '#libs/contracts';
import { type PushSubscriptionEntity } from '../persistence/entities/push.entity.js';

/** How the site tells us of one channel, from its subscriptions. */
export function channelPush(rows: readonly Pick<PushSubscriptionEntity, 'status' | 'reason'>[]): ChannelPush {
  const [bad] = rows.filter((r) => r.status === 'failed' || r.status === 'revoked');
  if (bad) return { status: 'failed', reason: bad.reason };
  if (rows.length > 0 && rows.every((r) => r.status === 'active')) return { status: 'active', reason: '' };
  const pending = rows.find((r) => r.status === 'pending');
  if (pending) return { status: 'pending', reason: pending.reason };
  if (rows.some((r) => r.status === 'active'))
    return { status: 'partly', reason: rows.find((r) => r.status === 'polled')?.reason ?? '' };
  return { status: 'polled', reason: rows[0]?.reason ?? '' };
}
