import { Bus } from '#libs/bus';
import { type Channel, type DeadLetter, type Job, type View, type Vod } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { ChannelListCache, type Reader } from './channel-list-cache.js';
import { ChannelViews } from './channel-views.js';
import { JobViews } from './job-views.js';
import { VodViews } from './vod-views.js';

/**
 * Reads rows and converts them for clients. Routes and websocket frames share it, so that both return the same data.
 */
@Injectable()
export class ViewLoader {
  constructor(
    private readonly vods: VodViews,
    private readonly channels: ChannelViews,
    private readonly texts: ChannelListCache,
    private readonly jobs: JobViews,
    private readonly bus: Bus,
  ) {}

  vod(uuid: string): Promise<View<typeof Vod> | null> {
    return this.vods.one(uuid);
  }
  presentVods(vods: readonly VodEntity[]): Promise<View<typeof Vod>[]> {
    return this.vods.present(vods);
  }
  /** @param newest number of VODs, in addition to the unfinished ones; if not given all VODs, as in v0 */
  channel(uuid: string, newest?: number): Promise<View<typeof Channel> | null> {
    return this.channels.one(uuid, newest);
  }
  allChannels(newest?: number): Promise<View<typeof Channel>[]> {
    return this.channels.all(newest);
  }
  /** All channels in their short form as a JSON list. */
  channelsText(reader: Reader): Promise<Buffer> {
    return this.texts.list(reader);
  }
  job(name: string): Promise<View<typeof Job> | null> {
    return this.jobs.one(name);
  }
  allJobs(): Promise<View<typeof Job>[]> {
    return this.jobs.all();
  }
  captures(): Promise<VodEntity[]> {
    return this.jobs.captures();
  }
  deadLetters(): Promise<View<typeof DeadLetter>[]> {
    return this.bus.deadLetters.list();
  }
}
