import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { type StageStart, type StageStarted, type StageWork, VodStages } from '../../workflows/vod-stages.js';
import { AutomaticCleanup } from '../cleanup/automatic-cleanup.js';

/** Cleans up the channel of a recording. The recording itself stays in any case. */
@Injectable()
export class CleanupStage implements StageWork {
  readonly kind = 'cleanup';

  constructor(
    stages: VodStages,
    private readonly cleanup: AutomaticCleanup,
  ) {
    stages.register(this);
  }

  async start({ vod, claim }: StageStart): Promise<StageStarted> {
    const { job, reported } = await this.cleanup.afterRecording(vod, claim);
    if (job !== null) return 'job';
    return {
      done: reported > 0 ? message('notice.cleanup-report.title', { n: reported }) : message('cleanup.begun.none'),
    };
  }
}
