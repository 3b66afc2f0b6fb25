import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { Settings } from '../../settings/settings.service.js';
import { type StageStart, type StageStarted, type StageWork, VodStages } from '../../workflows/vod-stages.js';
import { waitForWholeVideo } from './download-stages.js';
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
    const why = impossible(vod);
    if (why) return { skipped: why };
    const planned = await this.repairs.plan(vod);
    const remark = await this.repairs.refuse(planned);
    if (!planned.chat && planned.gaps.length === 0) return { done: message('stage.no-gaps') };
    if (!planned.chat && remark) return { skipped: message('repair.nothing', { remark }) };
    const wait = isRepeated ? null : waitForWholeVideo(vod, this.settings.get('after_recording.download_delay_min'));
    if (wait) return wait;
    await this.repairs.begin(planned, claim);
    return 'job';
  }
}

function impossible({ siteVod, segmentsGone }: VodEntity): Message | null {
  if (!siteVod?.id || siteVod.exists === 'no') return message('stage.no-site-video');
  return segmentsGone ? message('stage.segments-gone') : null;
}
