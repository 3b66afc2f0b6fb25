import { isEarlierBroadcast, isQueued } from '#libs/domain';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { broadcastOf } from '../persistence/entities/stream-id.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { Recording } from '../recordings/recording.js';

/** If no recorder has taken a VOD after this time, it waits for a free one. */
const QUEUED_MS = 10_000;

interface FoundBroadcast {
  readonly streamId: string | null;
  readonly startedAt: Date | null;
}

/**
 * Ends earlier broadcasts of a channel, because a channel has one broadcast at a time. If the site reports a new
 * broadcast within the grace period of the earlier one, the earlier recorder would record the new media too, and all of
 * them would be recorded twice.
 */
@Injectable()
export class EarlierBroadcasts {
  constructor(
    private readonly vods: VodRepository,
    private readonly recording: Recording,
  ) {}

  /** Whether a later broadcast of the channel is being recorded than the one of this response. */
  async isSuperseded(channelUuid: string, { streamId, startedAt }: FoundBroadcast): Promise<boolean> {
    if (streamId === null) return false;
    const newest = await this.vods.newestOf(channelUuid);
    const recorded =
      newest?.assigned === true
        ? { streamId: broadcastOf(newest.streamId), startedAt: newest.startedAt.getTime() }
        : null;
    return isEarlierBroadcast({ streamId, startedAt: startedAt?.getTime() ?? null }, recorded);
  }

  /**
   * Ends the broadcasts before `vod` once `vod` is being written, so that nothing between them is missing. Also ends
   * them if `vod` waits for a free recorder, which they may occupy.
   */
  async supersede(vod: VodEntity): Promise<void> {
    const hasWaited = isQueued(vod) && Date.now() - vod.assignedAt.getTime() > QUEUED_MS;
    if (vod.state !== 'capturing' && !hasWaited) return;
    for (const other of await this.vods.assignedOf(vod.channelUuid))
      if (other.startedAt < vod.startedAt) await this.recording.end(other.uuid, message('capture.another-broadcast'));
  }
}
