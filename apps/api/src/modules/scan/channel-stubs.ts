import { type ManifestChannel } from '#libs/contracts';
import { message } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { type Tx } from '../../persistence/database/tx.js';
import { Sites } from '../../sites/sites.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { ScanRepository } from '../../persistence/repositories/scan.repository.js';

/** Note that the operator sees on a restored channel. */
const NOTE = message('verdict.came-back');

/**
 * Recreates channels that are missing in the database from the manifests of their VODs. Vodkeep does not record them
 * until the operator enables it.
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
   * @returns the channel for the VOD: the same one, or another one that follows the same source by now; null if the
   *   manifest contains no channel or its site is unknown
   */
  async ensure(channel: ManifestChannel | null | undefined, tx: Tx): Promise<string | null> {
    if (!channel) return null;
    const { uuid, providerKind } = channel;
    const source = this.sites.addresses.fromManifest(channel);
    // One stub at a time: two VODs of one channel must not create two channels.
    await this.rows.claim('channel-stubs', tx);
    const known =
      (await this.channels.find(uuid, tx)) ?? (await this.channels.bySource(providerKind, source.sourceId, tx));
    if (known) return this.countOn(known.uuid, channel, tx);
    if (!this.sites.all().some((site) => site.kind === providerKind)) return null;
    const { numbering, displayName, createdAt } = channel;
    const internalName = await this.channels.freeName(channel.internalName, tx);
    await this.channels.insert(
      {
        uuid,
        providerKind,
        ...source,
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

  /**
   * VODs are restored in any order, and each manifest contains the numbering of its channel at that time. The highest
   * numbering wins.
   */
  private async countOn(uuid: string, { numbering }: ManifestChannel, tx: Tx): Promise<string> {
    const channel = numbering && (await this.channels.lock(uuid, tx));
    if (channel && numbering.absoluteNumber > (channel.numbering?.absoluteNumber ?? 0))
      await this.channels.saveNumbering(uuid, numbering, tx);
    return uuid;
  }

  /** Call it after the commit. */
  notify(uuid: string): void {
    this.notifier.notify('channel', uuid);
  }
}
