import { type ChannelPush, type View } from '#libs/contracts';
import { type PushSubscriptionEntity } from '../persistence/entities/push.entity.js';

/** State of the site's push messages for one channel, from its subscriptions. */
export function channelPush(
  rows: readonly Pick<PushSubscriptionEntity, 'status' | 'reason'>[],
): View<typeof ChannelPush> {
  const push = (status: View<typeof ChannelPush>['status'], row?: (typeof rows)[number]): View<typeof ChannelPush> => ({
    status,
    reason: row?.reason ?? '',
  });
  const of = (...statuses: readonly PushSubscriptionEntity['status'][]) =>
    rows.find((row) => statuses.includes(row.status));
  const bad = of('failed', 'revoked');
  if (bad) return push('failed', bad);
  if (rows.length > 0 && rows.every((r) => r.status === 'active')) return push('active');
  const pending = of('pending');
  if (pending) return push('pending', pending);
  if (of('active')) return push('partly', of('polled'));
  return push('polled', rows[0]);
}
