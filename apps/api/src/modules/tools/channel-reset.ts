import { Injectable } from '@nestjs/common';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Reconcile } from '../../workflows/reconcile.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

/**
 * v0's reset clears its memory and reads the files again. Vodkeep keeps no state in memory: the reset recomputes
 * derived data, compares leases with storage at once, and reloads every page. Recordings continue.
 */
@Injectable()
export class ChannelReset {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    private readonly reconcile: Reconcile,
    private readonly notifier: UiNotifier,
  ) {}

  async run(): Promise<void> {
    for (const { uuid } of await this.vods.unfinished()) await this.writer.update(uuid, () => true);
    this.reconcile.checkAll();
    for (const { uuid } of await this.channels.all()) this.notifier.notify('channel', uuid);
    this.notifier.notify('settings', 'settings');
  }
}
