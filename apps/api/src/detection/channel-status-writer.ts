import { english, isSameMessage } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Notifications } from '../platform/notifications.service.js';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { isSameShow } from '../persistence/entities/channel-site.js';
import { GameRepository } from '../persistence/repositories/game.repository.js';
import { channelEvent } from './channel-events.js';
import { historyEntries } from './history-entries.js';
import { HistoryRepository } from '../persistence/repositories/history.repository.js';

export type ChannelStatus = Pick<
  ChannelEntity,
  'isLive' | 'liveSince' | 'liveStreamId' | 'verdictState' | 'verdictReason' | 'stream'
>;

/** Minimum time between two writes that change only the viewer count, which differs in every response. */
const VIEWERS_INTERVAL_MS = 60_000;

/** Saves the status of a channel and its history. */
@Injectable()
export class ChannelStatusWriter {
  private readonly log = new Logger('live-watch');

  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly history: HistoryRepository,
    private readonly notifier: UiNotifier,
    private readonly notifications: Notifications,
    private readonly games: GameRepository,
  ) {}

  /** Writes nothing if nothing changed, because every response for every channel is processed here. */
  async save(channel: ChannelEntity, changes: Partial<ChannelStatus>): Promise<void> {
    const before = statusOf(channel);
    const after = { ...before, ...changes };
    if (channel.checkedAt !== null && isSameStatus(before, after)) return;
    await this.transactions.run(async (tx) => {
      // Compare with the locked row: the history already contains changes that another process saved meanwhile.
      const locked = await this.channels.lock(channel.uuid, tx);
      const checkedAt = new Date();
      const unknownSince =
        after.verdictState === 'unreachable' ? (unknownSinceOf(locked ?? channel) ?? checkedAt) : null;
      await this.channels.saveLiveStatus(channel.uuid, { ...after, checkedAt, unknownSince }, tx);
      if (!locked) return;
      for (const entry of historyEntries(locked, after)) await this.history.add(channel.uuid, entry, tx);
      await this.report(locked, { after, tx });
    });
    this.notifier.notify('channel', channel.uuid);
    if (before.verdictState !== after.verdictState)
      this.log.log(
        `${channel.displayName}: ${after.verdictState}${after.verdictReason === null ? '' : ` (${english(after.verdictReason)})`}`,
      );
  }

  /** The first status of a new channel is no change. */
  private async report(locked: ChannelEntity, { after, tx }: { readonly after: ChannelStatus; readonly tx: Tx }) {
    if (locked.checkedAt === null && !after.isLive) return;
    const isFavourite = await this.isFavourite(after.stream, { before: locked.stream, tx });
    const event = channelEvent({ channel: locked, before: statusOf(locked), after, isFavourite });
    if (event) await this.notifications.add(event, tx);
  }

  /** Whether a stream has changed to one of the operator's favourite categories. */
  private async isFavourite(
    stream: ChannelStatus['stream'],
    { before, tx }: { readonly before: ChannelStatus['stream']; readonly tx: Tx },
  ): Promise<boolean> {
    const id = stream?.category?.id ?? '';
    return id !== '' && id !== before?.category?.id && (await this.games.isFavourite(id, tx));
  }
}

/** Since when the stored status is unknown; null: it is known. */
export const unknownSinceOf = ({
  verdictState,
  unknownSince,
}: Pick<ChannelEntity, 'verdictState' | 'unknownSince'>): Date | null =>
  verdictState === 'unreachable' ? unknownSince : null;

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

/** A viewer count that changed soon after the last write counts as the same. */
function isSameStatus(
  { stream: oldStream, verdictReason: oldReason, ...before }: ChannelStatus,
  { stream: newStream, verdictReason: newReason, ...after }: ChannelStatus,
): boolean {
  if (JSON.stringify(before) !== JSON.stringify(after) || !isSameMessage(oldReason, newReason)) return false;
  if (!oldStream || !newStream) return oldStream === newStream;
  const isViewersDue = newStream.at - oldStream.at >= VIEWERS_INTERVAL_MS;
  return isSameShow(oldStream, newStream) && (oldStream.viewers === newStream.viewers || !isViewersDue);
}
