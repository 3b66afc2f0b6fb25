import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../settings/settings.service.js';
import { type StageStart, type StageStarted, type StageWork, VodStages } from '../../workflows/vod-stages.js';
import { untilVideoIsWhole } from './download-stages.js';
import { RepairJob } from './repair-job.js';

/** Fills the gaps and ad breaks of a recording from the site's VOD. */
@Injectable()
export class RepairStage implements StageWork {
  readonly kind = 'repair';

  constructor(
    stages: VodStages,
    private readonly repairs: RepairJob,
    private readonly settings: Settings,
  ) {
    stages.register(this);
  }

  async start({ vod, isRepeated, claim }: StageStart): Promise<StageStarted> {
    if (!vod.siteVod?.id || vod.siteVod.exists === 'no') return { skipped: message('stage.no-site-video') };
    if (vod.segmentsGone) return { skipped: message('stage.segments-gone') };
    const planned = await this.repairs.plan(vod);
    if (planned.gaps.length === 0) return { done: message('stage.no-gaps') };
    const remark = await this.repairs.refuse(planned);
    if (remark) return { skipped: message('repair.nothing', { remark }) };
    const wait = isRepeated ? null : untilVideoIsWhole(vod, this.settings.get('after_recording.download_delay_min'));
    if (wait) return wait;
    await this.repairs.begin(planned, claim);
    return 'job';
  }
}
