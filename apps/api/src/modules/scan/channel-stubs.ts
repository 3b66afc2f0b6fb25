import { type ManifestChannel } from '#libs/contracts';
import { message } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { type Tx } from '../../persistence/database/tx.js';
import { Sites } from '../../sites/sites.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { ScanRepository } from '../../persistence/repositories/scan.repository.js';

/** What the operator reads on a channel that came back. */
const NOTE = message('verdict.came-back');

/**
 * Channels that the database does not know any more, made again of what their VODs say of them. Nothing of them is
 * recorded until the operator wants it.
 */
@Injectable()
export class ChannelStubs {
  private readonly log = new Logger('scan');

  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: ScanRepository,
    private readonly sites: Sites,
    private readonly notifier: UiNotifier,
  ) {}

  /**
   * @returns the channel its VOD belongs to here: the same, or the one that follows the same source by now; null where
   *   nothing is known of it, or of its site
   */
  async ensure(channel: ManifestChannel | null | undefined, tx: Tx): Promise<string | null> {
    if (!channel) return null;
    const { uuid, providerKind, sourceId } = channel;
    // One stub at a time: two VODs of one channel must not make two.
    await this.rows.claim('channel-stubs', tx);
    const known = (await this.channels.find(uuid, tx)) ?? (await this.channels.bySource(providerKind, sourceId, tx));
    if (known) return this.countOn(known.uuid, channel, tx);
    if (!this.sites.all().some((site) => site.kind === providerKind)) return null;
    const { numbering, sourceUrl, displayName, createdAt } = channel;
    const internalName = await this.channels.freeName(channel.internalName, tx);
    await this.channels.insert(
      {
        uuid,
        providerKind,
        sourceId,
        sourceUrl,
        internalName,
        displayName,
        numbering,
        credentials: null,
        options: { no_capture: true },
        createdAt: new Date(createdAt),
        verdictState: 'unknown',
        verdictReason: NOTE,
      },
      tx,
    );
    this.log.warn(`${displayName}: ${NOTE.english}`);
    return uuid;
  }

  /** VODs come back in any order, and each says how far its channel had counted: the furthest holds. */
  private async countOn(uuid: string, { numbering }: ManifestChannel, tx: Tx): Promise<string> {
    const channel = numbering && (await this.channels.lock(uuid, tx));
    if (channel && numbering.absoluteNumber > (channel.numbering?.absoluteNumber ?? 0))
      await this.channels.saveNumbering(uuid, numbering, tx);
    return uuid;
  }

  /** After the commit. */
  notify(uuid: string): void {
    this.notifier.notify('channel', uuid);
  }
}
