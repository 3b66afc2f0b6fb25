import { HLS_KIND } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { ClipRepository } from '../persistence/repositories/clip.repository.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { SourceAddresses } from './source-addresses.js';

/**
 * Seals at the start the addresses that an earlier version stored in clear, and those that an older key sealed. It runs
 * after the keyring was checked.
 */
@Injectable()
export class SourceAddressSealing implements OnApplicationBootstrap {
  private readonly log = new Logger('keyring');

  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly clips: ClipRepository,
    private readonly addresses: SourceAddresses,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const cleared = await this.transactions.run((tx) => this.seal(tx));
    if (cleared === 0) return;
    this.log.log(`addresses of ${cleared} channels encrypted`);
    // PostgreSQL keeps the row of before in its file until then.
    await this.channels.vacuum().catch((thrown: unknown) => {
      this.log.warn(`earlier rows stay in the files of the database: ${messageOf(thrown)}`);
    });
  }

  /** @returns the number of channels whose address was in clear */
  private async seal(tx: Tx): Promise<number> {
    const changed: ChannelEntity[] = [];
    for (const channel of await this.channels.lockKind(HLS_KIND, tx)) {
      const columns = this.addresses.renewed(channel);
      if (columns.sourceAddress === channel.sourceAddress) continue;
      await this.channels.saveSource(channel.uuid, columns, tx);
      changed.push(channel);
    }
    if (changed.length > 0) {
      // Also after a change of keys: the manifests would be unreadable once the old key is removed.
      const uuids = changed.map(({ uuid }) => uuid);
      await this.vods.replaceManifests(uuids, tx);
      await this.clips.replaceManifests(uuids, tx);
    }
    return changed.filter(({ sourceAddress }) => sourceAddress === null).length;
  }
}
