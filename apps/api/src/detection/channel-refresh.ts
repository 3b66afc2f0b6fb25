import { isAppError, localizedOf, messageOf, UserError } from '#libs/errors';
import { english, joined, type Message, message, withEnglish } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { Sites } from '../sites/sites.js';
import { LiveStatusHandler } from './live-status-handler.js';
import { LiveStatusProbe } from './live-status-probe.js';
import { ChannelProfiles } from './channel-profiles.js';

/** Time limit of all checks together. */
const LIMIT_MS = 20_000;
/** Number of newest videos searched for a recording of a broadcast. */
const MAX_VIDEOS = 20;

/**
 * Refreshes all site data of a channel on request: its names and images, whether the site retains its videos, and
 * whether it is live.
 */
@Injectable()
export class ChannelRefresh {
  private readonly log = new Logger('refresh');

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
    const signal = AbortSignal.timeout(LIMIT_MS);
    const results = await Promise.allSettled([
      this.profiles.refresh(channel, signal),
      this.detectSavesVods(channel, signal),
      this.refreshLiveStatus(channel, signal),
    ]);
    this.notifier.notify('channel', channel.uuid);
    const faults = results.flatMap((result) =>
      result.status === 'rejected' ? [this.faultOf(result.reason, signal)] : [],
    );
    // An unavailable site fails all checks with the same message, which is shown once.
    const why = joined([...new Map(faults.map((fault) => [english(fault), fault])).values()]);
    if (why) throw new UserError(message('error.refresh-failed', { name: channel.displayName, why }));
  }

  /** The message of a failed check. A bug is logged with its stack, because the answer contains only its text. */
  private faultOf(thrown: unknown, signal: AbortSignal): Message {
    if (thrown === signal.reason) return message('verdict.no-answer-in-time');
    if (!isAppError(thrown) || thrown.fault === 'bug')
      this.log.error(`refresh failed: ${messageOf(thrown)}`, thrown instanceof Error ? thrown.stack : undefined);
    return localizedOf(thrown);
  }

  /**
   * A recording of a broadcast among its videos proves that the channel saves its broadcasts. No such video proves
   * nothing, because all of them may have expired.
   */
  private async detectSavesVods(
    { uuid, providerKind, sourceId, savesVods }: ChannelEntity,
    signal: AbortSignal,
  ): Promise<void> {
    const { videoArchive } = this.sites.of(providerKind);
    if (!videoArchive) return;
    const { rows } = await videoArchive.videos(sourceId, { limit: MAX_VIDEOS }, signal);
    if (savesVods !== true && rows.some((video) => video.kind === 'archive'))
      await this.channels.saveSavesVods(uuid, true);
  }

  private async refreshLiveStatus(channel: ChannelEntity, signal: AbortSignal): Promise<void> {
    const answer = await this.probe.check(channel, signal);
    await this.statusHandler.handlePoll(channel.uuid, answer);
    if (answer.state === 'unknown') throw new UserError(withEnglish(answer.reason), { code: 'refresh-failed' });
  }
}
