import { isInterrupted, mediaEndOf, streamEndTime } from '#libs/domain';
import { messageOf } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { HistoryRepository } from '../persistence/repositories/history.repository.js';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { Sites } from '../sites/sites.js';
import { lastPartOf } from '../vods/last-part.js';
import { PartReader } from '../vods/part-reader.js';
import { isWithheld } from '../vods/space-hold.js';
import { unrecordedOf } from '../vods/unrecorded.js';

/** Determines when the stream of an ended recording ended. */
@Injectable()
export class StreamEndTime {
  private readonly log = new Logger('recording');

  constructor(
    private readonly vods: VodRepository,
    private readonly parts: PartReader,
    private readonly channels: ChannelRepository,
    private readonly history: HistoryRepository,
    private readonly sites: Sites,
  ) {}

  async of(vod: VodEntity): Promise<Date> {
    const now = Date.now();
    const [lastMediaAt, offlineReportedAt] = await Promise.all([
      this.lastMediaAt(vod.uuid, now),
      this.offlineReportedAt(vod.channelUuid),
    ]);
    return new Date(streamEndTime({ startedAt: vod.startedAt.getTime(), lastMediaAt, offlineReportedAt, now }));
  }

  /**
   * When a stream that no recorder had at its end was first seen offline, ms since the Unix epoch; null if a recorder saw
   * its end, or if nothing was recorded.
   */
  async unobservedEnd(vod: VodEntity): Promise<number | null> {
    const last = lastPartOf(await this.vods.parts([vod.uuid]));
    if (last === null || last.endedAt === null) return null;
    const isObserved = !isInterrupted(last) && !isWithheld(vod);
    if (isObserved && (unrecordedOf(vod)?.until ?? 0) <= last.endedAt) return null;
    return (await this.history.offlineSince(vod.channelUuid))?.getTime() ?? Date.now();
  }

  /**
   * Time at which the site reported the channel as offline. Null for sites that do not report a live status, where the
   * media are more precise.
   */
  private async offlineReportedAt(channelUuid: string): Promise<number | null> {
    const channel = await this.channels.find(channelUuid);
    if (!channel || this.sites.of(channel.providerKind).reportsLive !== true) return null;
    return (await this.history.offlineSince(channelUuid))?.getTime() ?? null;
  }

  private async lastMediaAt(vodUuid: string, now: number): Promise<number | null> {
    const last = lastPartOf(await this.vods.parts([vodUuid]));
    if (!last) return null;
    return last.endedAt === null
      ? now
      : Math.min(last.endedAt, Math.max(last.startedAt, (await this.storedUntil(last)) ?? last.endedAt));
  }

  /**
   * End of the stored media. A recorder waits for a silent source before it ends its part, so storage is more precise
   * than the row. Null if storage is unavailable: the recording ends anyway. The seal reads the part once more, because
   * media may arrive late.
   */
  private async storedUntil({ vodUuid, partId }: PartEntity): Promise<number | null> {
    try {
      return mediaEndOf(await this.parts.read(vodUuid, partId));
    } catch (thrown) {
      this.log.debug(`VOD ${vodUuid}: end of the stored media not found: ${messageOf(thrown)}`);
      return null;
    }
  }
}
