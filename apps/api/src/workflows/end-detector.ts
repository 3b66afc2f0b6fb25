import { isLostSource, isStreamOver } from '#libs/domain';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { LiveStatusHandler } from '../detection/live-status-handler.js';
import { LastKnownLiveStatus } from '../detection/last-known-live-status.js';
import { fullOptions } from '../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { Settings } from '../settings/settings.service.js';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { Sites } from '../sites/sites.js';
import { Recording } from '../recordings/recording.js';
import { CaptureStatusCache } from '../vods/capture-status-cache.js';
import { Sealing } from './sealing.js';
import { toPartState } from '../vods/vod-writer.js';

/**
 * Decides when a recording is over: the source has provably ended, and the grace period has passed without a new part;
 * or the source is lost (docs/flows/recording.md).
 */
@Injectable()
export class EndDetector {
  private hasEnded = false;

  constructor(
    private readonly channels: ChannelRepository,
    private readonly settings: Settings,
    private readonly lastStatus: LastKnownLiveStatus,
    private readonly recording: Recording,
    private readonly snapshots: CaptureStatusCache,
    private readonly sites: Sites,
    private readonly statusHandler: LiveStatusHandler,
    private readonly sealing: Sealing,
  ) {}

  async check(vod: VodEntity, parts: readonly PartEntity[]): Promise<void> {
    if (await this.endIfOver(vod, parts)) this.hasEnded = true;
  }

  /** Follows the checks of a round. Sealing takes longer than ending, so that all streams that are over end first. */
  sealEnded(): void {
    if (this.hasEnded) this.sealing.wake();
    this.hasEnded = false;
  }

  /** @returns whether it ended the recording */
  private async endIfOver(vod: VodEntity, parts: readonly PartEntity[]): Promise<boolean> {
    if (this.snapshots.isStoring(vod.uuid, parts)) return false;
    const channel = await this.channels.find(vod.channelUuid);
    if (channel && this.isLost(channel, parts)) {
      await this.recording.end(vod.uuid, message('vod.ended.source-lost'), { isLost: true });
      await this.statusHandler.handleLost(channel.uuid);
      return true;
    }
    // No live status is available for a removed channel, so its stream counts as over.
    const siteSaysLive = channel ? this.lastStatus.of(channel.uuid) : false;
    const over = isStreamOver({
      parts: parts.map(toPartState),
      assignedAt: vod.assignedAt.getTime(),
      siteSaysLive,
      graceMs: this.graceMs(channel),
      now: Date.now(),
    });
    if (over)
      await this.recording.end(vod.uuid, message(channel ? 'vod.ended.stream-over' : 'vod.ended.channel-removed'));
    return over;
  }

  /** Only a channel by address: a site that cannot be reached says nothing about its channels. */
  private isLost({ uuid, providerKind }: ChannelEntity, parts: readonly PartEntity[]): boolean {
    if (this.sites.of(providerKind).reportsLive === true) return false;
    return isLostSource({
      parts: parts.map(toPartState),
      unknownSince: this.lastStatus.unknownSince(uuid),
      limitMs: this.settings.get('capture.unreachable_s') * 1000,
      now: Date.now(),
    });
  }

  private graceMs(channel: ChannelEntity | null): number {
    const own = channel ? fullOptions(channel.options).grace_s : null;
    const ofSite =
      channel && this.sites.of(channel.providerKind).reportsLive === true ? 'capture.grace_site_s' : 'capture.grace_s';
    return (own ?? this.settings.get(ofSite)) * 1000;
  }
}
