import { type SubscriptionState } from '#libs/contracts';
import { type Message, message } from '#libs/messages';
import { type SiteSubscription } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { Sites } from '../../sites/sites.js';
import { PushRepository } from '../../persistence/repositories/push.repository.js';
import { PUSH_REQUEST } from './push-sync.js';
import { PushStatus } from './push-status.js';

const REQUEST_MS = 20_000;
/** v0 shows the status names of the site. */
const STATUS = { active: 'enabled', pending: 'webhook_callback_verification_pending', dead: 'dead' } as const;

/**
 * Saves which push subscriptions of a channel the operator wants. The periodic sync applies it, on whichever API runs
 * it.
 */
@Injectable()
export class PushActions {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: PushRepository,
    private readonly status: PushStatus,
    private readonly sites: Sites,
    private readonly notifier: UiNotifier,
  ) {}

  /** Requests the subscriptions again, even if the site refused them recently. @returns what happens next */
  async subscribe({ uuid, providerKind, sourceId }: ChannelEntity): Promise<Message> {
    await this.channels.savePushOff(uuid, false);
    for (const topic of this.sites.of(providerKind).push?.topics ?? []) {
      const row = await this.rows.find({ kind: providerKind, sourceId, topic });
      if (row && row.status !== 'active') await this.rows.remove(row);
    }
    this.notifier.notify('channel', uuid, { actions: [PUSH_REQUEST] });
    const { transport, reason } = await this.status.choice(providerKind);
    return (transport === 'poll' ? reason : null) ?? message('answer.subscription-requested');
  }

  async unsubscribe({ uuid }: ChannelEntity): Promise<void> {
    await this.channels.savePushOff(uuid, true);
    this.notifier.notify('channel', uuid, { actions: [PUSH_REQUEST] });
  }

  /** Lists the channel's subscriptions as the site reports them. Empty if Vodkeep only polls the site. */
  async check({ providerKind, sourceId }: ChannelEntity): Promise<SubscriptionState[]> {
    const { push } = this.sites.of(providerKind);
    const { transport } = await this.status.choice(providerKind);
    if (!push || transport === 'poll') return [];
    return (await push.subscriptions(transport, AbortSignal.timeout(REQUEST_MS)))
      .filter((s) => s.sourceId === sourceId)
      .map(present);
  }
}

const present = ({
  id,
  topic,
  sourceId,
  status,
  reason,
  transport,
  callback,
  sessionId,
}: SiteSubscription): SubscriptionState => ({
  id,
  type: topic,
  status: status === 'dead' && reason !== '' ? reason : STATUS[status],
  user_id: sourceId,
  callback,
  session_id: sessionId,
  transport_method: transport,
});
