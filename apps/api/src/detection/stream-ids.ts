import { Injectable } from '@nestjs/common';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { Settings } from '../settings/settings.service.js';
import { broadcastOf } from '../persistence/entities/stream-id.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { closedAt, isAborted } from '../recordings/recording.js';

/** Determines the broadcast that a stream belongs to. */
@Injectable()
export class StreamIds {
  constructor(
    private readonly vods: VodRepository,
    private readonly settings: Settings,
  ) {}

  /**
   * Broadcast id for a site without ids. If a stream returns while its VOD is open or within the reopening time, it is
   * the same broadcast; later it is a new one. The stream that the operator stopped does not reopen its VOD:
   * `liveStreamId` still names it.
   */
  async of(channel: ChannelEntity): Promise<string> {
    if (channel.isLive && channel.liveStreamId !== null) return channel.liveStreamId;
    const newest = await this.vods.newestOf(channel.uuid);
    const reopenMs = this.settings.get('capture.reopen_s') * 1000;
    if (
      newest &&
      !isAborted(newest) &&
      !newest.segmentsGone &&
      (newest.assigned || Date.now() - closedAt(newest) < reopenMs)
    )
      return newest.streamId;
    return `${Date.now()}`;
  }

  /** Whether a VOD of this broadcast is being recorded now. */
  async isRecorded(channel: ChannelEntity, streamId: string): Promise<boolean> {
    const newest = await this.vods.newestOf(channel.uuid);
    return newest?.assigned === true && broadcastOf(newest.streamId) === streamId;
  }
}
