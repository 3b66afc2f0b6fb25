import { isEarlierBroadcast, isQueued } from '#libs/domain';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { broadcastOf } from '../persistence/entities/stream-id.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { Recording } from '../recordings/recording.js';

/** One that no recorder has taken for so long waits for a free one. */
const QUEUED_MS = 10_000;

interface FoundBroadcast {
  readonly streamId: string | null;
  readonly startedAt: Date | null;
}

/**
 * A channel has one broadcast at a time. When the site names another one within the grace of the one before, the
 * recorder of that one would take up the new media too, and all of it would be recorded twice.
 */
@Injectable()
export class EarlierBroadcasts {
  constructor(
    private readonly vods: VodRepository,
    private readonly recording: Recording,
  ) {}

  /** Whether a later broadcast of the channel is being recorded than the one that an answer tells of. */
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
   * Ends those before `vod`: once it is written, so that nothing is missing between them, or when it waits for a place
   * that they may hold.
   */
  async supersede(vod: VodEntity): Promise<void> {
    const hasWaited = isQueued(vod) && Date.now() - vod.assignedAt.getTime() > QUEUED_MS;
    if (vod.state !== 'capturing' && !hasWaited) return;
    for (const other of await this.vods.assignedOf(vod.channelUuid))
      if (other.startedAt < vod.startedAt) await this.recording.end(other.uuid, message('capture.another-broadcast'));
  }
}
