import { type GateState } from '#libs/domain';
import { Injectable, Logger } from '@nestjs/common';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { WriteGates } from '../space/write-gates.js';
import { isHeldForSpace, setHeldForSpace } from '../vods/space-hold.js';
import { VodWriter } from '../vods/vod-writer.js';
import { Assignments } from './assignments.js';

/**
 * Pauses the running recordings before their disk is full, and continues them when there is space again. The recorder
 * ends its part in order, so that nothing stored is lost; the stream may go on in the same VOD.
 */
@Injectable()
export class SpacePause {
  private readonly log = new Logger('recording');

  constructor(
    gates: WriteGates,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly writer: VodWriter,
    private readonly assignments: Assignments,
  ) {
    gates.onStorageState((state) => this.apply(state));
  }

  /** A gate that is low keeps what it was before: it opens with more space than it closed with. */
  private async apply(state: GateState): Promise<void> {
    if (state === 'low' || state === 'read-only') return;
    const isHeld = state === 'sealed';
    const due = (await this.vods.allAssigned()).filter((vod) => isHeldForSpace(vod) !== isHeld);
    await forEachCollectingErrors(due, (vod) => this.set(vod, isHeld));
  }

  private async set({ uuid, basename }: VodEntity, isHeld: boolean): Promise<void> {
    const changed = await this.writer.update(
      uuid,
      (vod) => {
        if (!vod.assigned || isHeldForSpace(vod) === isHeld) return false;
        setHeldForSpace(vod, isHeld);
        return true;
      },
      async (vod, tx) => {
        const channel = await this.channels.find(vod.channelUuid, tx);
        if (channel) await this.assignments.put(channel, vod, tx);
      },
    );
    if (changed) this.log.warn(`${basename}: ${isHeld ? 'paused, the disk is almost full' : 'continues'}`);
  }
}
