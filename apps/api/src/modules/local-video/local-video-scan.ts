import { Injectable } from '@nestjs/common';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { forEachCollectingErrors } from '../../platform/for-each-collecting-errors.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { Settings } from '../../settings/settings.service.js';
import { LocalVideos } from './local-videos.service.js';

const SCAN_INTERVAL_MS = 5 * 60_000;

/** Finds videos that were added or deleted without an event. Runs on one API. */
@Injectable()
export class LocalVideoScan {
  constructor(
    scheduler: Scheduler,
    private readonly channels: ChannelRepository,
    private readonly videos: LocalVideos,
    private readonly settings: Settings,
  ) {
    scheduler.every('local-videos', SCAN_INTERVAL_MS, (signal) => this.run(signal));
  }

  async run(signal = new AbortController().signal): Promise<void> {
    const isWanted = this.settings.get('localvideos.enabled');
    await forEachCollectingErrors(await this.channels.all(), async (channel) => {
      await (isWanted ? this.videos.scan(channel, signal) : this.videos.removeRows(channel.uuid));
    });
  }
}
