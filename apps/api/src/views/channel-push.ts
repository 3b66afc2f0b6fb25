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
  const rowIn = (...statuses: readonly PushSubscriptionEntity['status'][]) =>
    rows.find((row) => statuses.includes(row.status));
  const failed = rowIn('failed', 'revoked');
  if (failed) return push('failed', failed);
  if (rows.length > 0 && rows.every((r) => r.status === 'active')) return push('active');
  const pending = rowIn('pending');
  if (pending) return push('pending', pending);
  if (rowIn('active')) return push('partly', rowIn('polled'));
  return push('polled', rows[0]);
}
