import { type KeepChoice } from '#libs/contracts';
import { keepChoice } from '#libs/domain';
import { type Message, message, verbatim } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type ApiJobRun, defineApiJob } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { Settings } from '../../settings/settings.service.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';
import { isThere } from '../../views/vod-library.presenter.js';
import { type StageStart, type StageStarted, type StageWork, VodStages } from '../../workflows/vod-stages.js';
import { DownloadedVod } from './downloaded-vod.js';

const REPLACE = defineApiJob('replace', z.object({ vodUuid: z.uuid() }));

const BOTH_STAY = message('stage.both-kept');

/** After the site's VOD was downloaded: keeps it, the recording, or both, as the channel wants. */
@Injectable()
export class ReplaceStage implements StageWork {
  readonly kind = 'replace';

  constructor(
    stages: VodStages,
    private readonly apiJobs: ApiJobs,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly settings: Settings,
    private readonly downloaded: DownloadedVod,
  ) {
    stages.register(this);
    apiJobs.register(REPLACE, (run) => this.run(run));
  }

  async start({ vod, claim }: StageStart): Promise<StageStarted> {
    if ((await this.choiceFor(vod)) === 'both') return { skipped: BOTH_STAY };
    const files = await this.vods.allFiles([vod.uuid]);
    if (!files.some((file) => file.role === 'downloaded' && isThere(file)))
      return { skipped: message('stage.no-copy') };
    const { uuid: vodUuid, basename, channelUuid } = vod;
    const job = { name: `replace_${vodUuid}`, title: verbatim(basename), vodUuid, channelUuid };
    await this.apiJobs.add(REPLACE, { ...job, input: { vodUuid } }, claim);
    return 'job';
  }

  /** The choice counts that is set now: what it deletes cannot be got back. */
  private async run({ input: { vodUuid } }: ApiJobRun<z.infer<typeof REPLACE.schema>>): Promise<Message> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) throw VOD_MISSING();
    const keep = await this.choiceFor(vod);
    if (keep === 'both') return BOTH_STAY;
    return keep === 'vod' ? this.downloaded.replaceRecording(vodUuid) : this.downloaded.delete(vodUuid);
  }

  private async choiceFor({ channelUuid }: Pick<VodEntity, 'channelUuid'>): Promise<KeepChoice> {
    return keepChoice(this.settings.all(), (await this.channels.find(channelUuid))?.options ?? {});
  }
}
