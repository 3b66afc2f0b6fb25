import { Injectable } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { Reconcile } from '../../workflows/reconcile.js';
import { Recording } from '../../workflows/recording.js';
import { ChannelRepository } from '../channel/channel.repository.js';
import { VodRepository } from '../vod/vod.repository.js';

/**
 * v0 drops all of its memory and reads the files again. Here nothing is kept in memory: what is derived is derived
 * anew, what leases and storage say is compared at once, and every page reads again. What is recorded goes on.
 */
@Injectable()
export class ChannelReset {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly recording: Recording,
    private readonly reconcile: Reconcile,
    private readonly bell: UiBell,
  ) {}

  async run(): Promise<void> {
    for (const { uuid } of await this.vods.unfinished()) await this.recording.change(uuid, () => true);
    this.reconcile.lookAtAll();
    for (const { uuid } of await this.channels.all()) this.bell.ring('channel', uuid);
    this.bell.ring('settings', 'settings');
  }
}
