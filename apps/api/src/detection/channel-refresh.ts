import { localizedOf, UserError } from '#libs/errors';
import { english, joined, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { UiBell } from '../platform/messaging/ui-bell.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { Sites } from '../sites/sites.js';
import { ChannelNews } from './channel-news.js';
import { AskedLive } from './asked-live.js';
import { SiteFacts } from './site-facts.js';

const ASK_MS = 20_000;
const VIDEOS = 20;

/**
 * Asks a site for all that it tells of a channel, now: its names and pictures, whether it keeps videos, whether it is
 * live.
 */
@Injectable()
export class ChannelRefresh {
  constructor(
    private readonly facts: SiteFacts,
    private readonly asked: AskedLive,
    private readonly news: ChannelNews,
    private readonly sites: Sites,
    private readonly channels: ChannelRepository,
    private readonly bell: UiBell,
  ) {}

  /** What one question brought is kept although another one failed. @throws UserError `refresh-failed` */
  async run(channel: ChannelEntity): Promise<void> {
    const signal = AbortSignal.timeout(ASK_MS);
    const asks = [
      () => this.facts.refresh(channel, signal),
      () => this.keepsVideos(channel, signal),
      () => this.live(channel, signal),
    ];
    const faults = (await Promise.allSettled(asks.map((ask) => ask()))).flatMap((done) =>
      done.status === 'rejected' ? [localizedOf(done.reason)] : [],
    );
    this.bell.ring('channel', channel.uuid);
    const why = joined([...new Map(faults.map((fault) => [english(fault), fault])).values()]);
    if (why) throw new UserError(message('error.refresh-failed', { name: channel.displayName, why }));
  }

  /**
   * A recording of a broadcast among its videos tells that it keeps them. None tells nothing: they may all be too old.
   */
  private async keepsVideos(
    { uuid, providerKind, sourceId, savesVods }: ChannelEntity,
    signal: AbortSignal,
  ): Promise<void> {
    const { past } = this.sites.of(providerKind);
    if (!past) return;
    const { rows } = await past.videos(sourceId, { limit: VIDEOS }, signal);
    if (savesVods !== true && rows.some((video) => video.kind === 'archive'))
      await this.channels.noteSavesVods(uuid, true);
  }

  private async live(channel: ChannelEntity, signal: AbortSignal): Promise<void> {
    const answer = await this.asked.of(channel, signal);
    await this.news.answered(channel.uuid, answer);
    if (answer.state === 'unknown')
      throw new UserError(message('error.refresh-failed.live', { reason: answer.reason }));
  }
}
