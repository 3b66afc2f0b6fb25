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
 * Refreshes all site data of a channel on request: its names and images, whether the site retains its videos, and
 * whether it is live.
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

  /**
   * Runs all checks, even if one fails. The results of the others are saved.
   * @throws UserError `refresh-failed`
   */
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
   * A recording of a broadcast among its videos proves that the channel saves its broadcasts. No such video proves
   * nothing, because all of them may have expired.
   */
  private async keepsVideos(
    { uuid, providerKind, sourceId, savesVods }: ChannelEntity,
    signal: AbortSignal,
  ): Promise<void> {
    const { videoArchive } = this.sites.of(providerKind);
    if (!videoArchive) return;
    const { rows } = await videoArchive.videos(sourceId, { limit: VIDEOS }, signal);
    if (savesVods !== true && rows.some((video) => video.kind === 'archive'))
      await this.channels.saveSavesVods(uuid, true);
  }

  private async live(channel: ChannelEntity, signal: AbortSignal): Promise<void> {
    const answer = await this.probe.check(channel, signal);
    await this.statusHandler.handlePoll(channel.uuid, answer);
    if (answer.state === 'unknown') throw new UserError(withEnglish(answer.reason), { code: 'refresh-failed' });
  }
}
