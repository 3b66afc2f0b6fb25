import { message, verbatim } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { type StageStart, type StageStarted, type StageWork, VodStages } from '../../workflows/vod-stages.js';
import { CleanupJob } from '../cleanup/cleanup-job.js';
import { Cleanups } from '../cleanup/cleanup.service.js';

/** Cleans up the channel of a recording. The recording itself stays in any case. */
@Injectable()
export class CleanupStage implements StageWork {
  readonly kind = 'cleanup';

  constructor(
    stages: VodStages,
    private readonly cleanups: Cleanups,
    private readonly job: CleanupJob,
    private readonly channels: ChannelRepository,
  ) {
    stages.register(this);
  }

  async start({ vod, claim }: StageStart): Promise<StageStarted> {
    const channel = await this.channels.find(vod.channelUuid);
    if (!channel) return { skipped: message('stage.no-channel') };
    const cleanup = await this.cleanups.ofChannel(channel);
    if (cleanup.limits === null) return { skipped: message('cleanup.off') };
    const name = await this.job.start(
      {
        name: `cleanup_${channel.internalName}`,
        title: verbatim(channel.displayName),
        channelUuid: channel.uuid,
        cleanup: { ...cleanup, goes: cleanup.goes.filter(({ row }) => row.uuid !== vod.uuid) },
      },
      claim,
    );
    return name === null ? { done: message('cleanup.begun.none') } : 'job';
  }
}
