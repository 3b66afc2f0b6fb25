import { english, isSameMessage } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Transactions } from '../persistence/database/tx.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { isSameShow } from '../persistence/entities/channel-site.js';
import { historyEntries } from './history-entries.js';
import { HistoryRepository } from '../persistence/repositories/history.repository.js';

export type ChannelStatus = Pick<
  ChannelEntity,
  'isLive' | 'liveSince' | 'liveStreamId' | 'verdictState' | 'verdictReason' | 'stream'
>;

/** Minimum time between two writes that only change the viewer count, because the count changes with every response. */
const VIEWERS_MS = 60_000;

/** Saves the status of a channel and its history. */
@Injectable()
export class ChannelStatusWriter {
  private readonly log = new Logger('live-watch');

  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly history: HistoryRepository,
    private readonly notifier: UiNotifier,
  ) {}

  /** Writes only changes, because every response for every channel is processed here. */
  async save(channel: ChannelEntity, found: Partial<ChannelStatus>): Promise<void> {
    const before = statusOf(channel);
    const after = { ...before, ...found };
    if (channel.checkedAt !== null && isSame(before, after)) return;
    await this.transactions.run(async (tx) => {
      // Compare with the locked row: the history already contains changes that another process saved meanwhile.
      const now = await this.channels.lock(channel.uuid, tx);
      await this.channels.saveLiveStatus(channel.uuid, { ...after, checkedAt: new Date() }, tx);
      if (now) for (const entry of historyEntries(now, after)) await this.history.add(channel.uuid, entry, tx);
    });
    this.notifier.notify('channel', channel.uuid);
    if (before.verdictState !== after.verdictState)
      this.log.log(
        `${channel.displayName}: ${after.verdictState}${after.verdictReason === null ? '' : ` (${english(after.verdictReason)})`}`,
      );
  }
}

const statusOf = ({
  isLive,
  liveSince,
  liveStreamId,
  verdictState,
  verdictReason,
  stream,
}: ChannelEntity): ChannelStatus => ({
  isLive,
  liveSince,
  liveStreamId,
  verdictState,
  verdictReason,
  stream,
});

function isSame(
  { stream: old, verdictReason: oldReason, ...before }: ChannelStatus,
  { stream: now, verdictReason: newReason, ...after }: ChannelStatus,
): boolean {
  if (JSON.stringify(before) !== JSON.stringify(after) || !isSameMessage(oldReason, newReason)) return false;
  if (!old || !now) return old === now;
  return isSameShow(old, now) && (old.viewers === now.viewers || now.at - old.at < VIEWERS_MS);
}
