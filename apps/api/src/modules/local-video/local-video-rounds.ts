import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Locks } from '../../db/advisory-lock.js';
import { eachOf } from '../../workflows/each-of.js';
import { SingletonRounds } from '../../workflows/singleton-rounds.js';
import { ChannelRepository } from '../channel/channel.repository.js';
import { Settings } from '../settings/settings.service.js';
import { LocalVideos } from './local-videos.service.js';

const EVERY_MS = 5 * 60_000;

/** Looks for videos that came or went without a word. One api at a time. */
@Injectable()
export class LocalVideoRounds implements OnModuleDestroy {
  private readonly rounds: SingletonRounds;
  private readonly stopped = new AbortController();

  constructor(
    locks: Locks,
    private readonly channels: ChannelRepository,
    private readonly videos: LocalVideos,
    private readonly settings: Settings,
  ) {
    this.rounds = new SingletonRounds(locks.of('localVideos'), {
      name: 'local videos',
      everyMs: EVERY_MS,
      work: () => this.round(),
    });
  }

  start(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await this.rounds.stop();
  }

  async round(): Promise<void> {
    const isWanted = this.settings.get('localvideos.enabled');
    await eachOf(await this.channels.all(), async (channel) => {
      await (isWanted ? this.videos.scan(channel, this.stopped.signal) : this.videos.forget(channel.uuid));
    });
  }
}
