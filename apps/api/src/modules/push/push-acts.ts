import { type SubscriptionState } from '#libs/contracts';
import { type Message, message } from '#libs/messages';
import { type SiteSubscription } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { UiBell } from '../../platform/messaging/ui-bell.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { Sites } from '../../sites/sites.js';
import { PushRepository } from '../../persistence/repositories/push.repository.js';
import { PUSH_WISH } from './push-sync.js';
import { PushStatus } from './push-status.js';

const ASK_MS = 20_000;
/** v0 shows the words of its site. */
const STATUS = { active: 'enabled', pending: 'webhook_callback_verification_pending', dead: 'dead' } as const;

/**
 * What the operator wants of the subscriptions of one channel; the rounds bring it about, in whichever api they run.
 */
@Injectable()
export class PushActs {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: PushRepository,
    private readonly status: PushStatus,
    private readonly sites: Sites,
    private readonly bell: UiBell,
  ) {}

  /** Asked for anew, also what was refused a moment ago. @returns what happens now */
  async subscribe({ uuid, providerKind, sourceId }: ChannelEntity): Promise<Message> {
    await this.channels.notePushOff(uuid, false);
    for (const topic of this.sites.of(providerKind).push?.topics ?? []) {
      const row = await this.rows.find({ kind: providerKind, sourceId, topic });
      if (row && row.status !== 'active') await this.rows.remove(row);
    }
    this.bell.ring('channel', uuid, { actions: [PUSH_WISH] });
    const { transport, reason } = await this.status.choice(providerKind);
    return (transport === 'poll' ? reason : null) ?? message('answer.subscription-requested');
  }

  async unsubscribe({ uuid }: ChannelEntity): Promise<void> {
    await this.channels.notePushOff(uuid, true);
    this.bell.ring('channel', uuid, { actions: [PUSH_WISH] });
  }

  /** What the site itself lists. None where it is only asked. */
  async check({ providerKind, sourceId }: ChannelEntity): Promise<SubscriptionState[]> {
    const { push } = this.sites.of(providerKind);
    const { transport } = await this.status.choice(providerKind);
    if (!push || transport === 'poll') return [];
    return (await push.subscriptions(transport, AbortSignal.timeout(ASK_MS)))
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
