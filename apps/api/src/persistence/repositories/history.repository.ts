import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../database/tx.js';
import { ChannelHistoryEntity } from '../entities/history.entity.js';

/** Most entries per channel; older ones are deleted. */
const MAX_ENTRIES = 5000;

/** The events of channels, in order. */
@Injectable()
export class HistoryRepository {
  constructor(private readonly transactions: Transactions) {}

  async add(channelUuid: string, { at, fact }: Pick<ChannelHistoryEntity, 'at' | 'fact'>, tx: Tx): Promise<void> {
    await tx.insert(ChannelHistoryEntity, { channelUuid, at, fact: fact as object });
    await tx.query(
      'DELETE FROM channel_history WHERE channel_uuid = $1 AND id <= (SELECT id FROM channel_history WHERE channel_uuid = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)',
      [channelUuid, MAX_ENTRIES],
    );
  }

  /** When the site last reported the channel as offline; null if it reported it as online since, or never reported. */
  async offlineSince(channelUuid: string): Promise<Date | null> {
    const [last] = await this.transactions.plain.query<{ at: Date; action: string }[]>(
      "SELECT at, fact ->> 'action' AS action FROM channel_history WHERE channel_uuid = $1 AND fact ->> 'action' IN ('online', 'offline') ORDER BY id DESC LIMIT 1",
      [channelUuid],
    );
    return last?.action === 'offline' ? last.at : null;
  }

  /** Oldest first. */
  of(channelUuid: string): Promise<ChannelHistoryEntity[]> {
    return this.transactions.plain.find(ChannelHistoryEntity, { where: { channelUuid }, order: { id: 'ASC' } });
  }
}
