import { localizedOf, UserError } from '#libs/errors';
import { english, joined, message, withEnglish } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { Sites } from '../sites/sites.js';
import { LiveStatusHandler } from './live-status-handler.js';
import { LiveStatusProbe } from './live-status-probe.js';
import { ChannelProfiles } from './channel-profiles.js';

const REQUEST_MS = 20_000;
const VIDEOS = 20;

/**
 * Asks a site for all that it tells of a channel, now: its names and pictures, whether it keeps videos, whether it is
 * live.
 */
@Injectable()
export class ChannelRefresh {
  constructor(
    private readonly profiles: ChannelProfiles,
    private readonly probe: LiveStatusProbe,
    private readonly statusHandler: LiveStatusHandler,
    private readonly sites: Sites,
    private readonly channels: ChannelRepository,
    private readonly notifier: UiNotifier,
  ) {}

  /** What one question brought is kept although another one failed. @throws UserError `refresh-failed` */
  async run(channel: ChannelEntity): Promise<void> {
    const signal = AbortSignal.timeout(REQUEST_MS);
    const checks = [
      () => this.profiles.refresh(channel, signal),
      () => this.keepsVideos(channel, signal),
      () => this.live(channel, signal),
    ];
    const faults = (await Promise.allSettled(checks.map((check) => check()))).flatMap((done) =>
      done.status === 'rejected' ? [localizedOf(done.reason)] : [],
    );
    this.notifier.notify('channel', channel.uuid);
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
      await this.channels.saveSavesVods(uuid, true);
  }

  private async live(channel: ChannelEntity, signal: AbortSignal): Promise<void> {
    const answer = await this.probe.check(channel, signal);
    await this.statusHandler.answered(channel.uuid, answer);
    if (answer.state === 'unknown') throw new UserError(withEnglish(answer.reason), { code: 'refresh-failed' });
  }
}
