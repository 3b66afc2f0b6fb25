import { keepChoice } from '#libs/domain';
import { message, verbatim } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type ApiJobRun, defineApiJob } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { Settings } from '../../settings/settings.service.js';
import { isThere } from '../../views/vod-library.presenter.js';
import { type StageStart, type StageStarted, type StageWork, VodStages } from '../../workflows/vod-stages.js';
import { DownloadedVod } from './downloaded-vod.js';

const REPLACE = defineApiJob('replace', z.strictObject({ vodUuid: z.uuid(), keep: z.enum(['vod', 'recording']) }));

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
    const options = (await this.channels.find(vod.channelUuid))?.options ?? {};
    const keep = keepChoice(this.settings.all(), options);
    if (keep === 'both') return { skipped: message('stage.both-kept') };
    const files = await this.vods.allFiles([vod.uuid]);
    if (!files.some((file) => file.role === 'downloaded' && isThere(file)))
      return { skipped: message('stage.no-copy') };
    const { uuid: vodUuid, basename, channelUuid } = vod;
    const job = { name: `replace_${vodUuid}`, title: verbatim(basename), vodUuid, channelUuid };
    await this.apiJobs.add(REPLACE, { ...job, input: { vodUuid, keep } }, claim);
    return 'job';
  }

  private run({ input: { vodUuid, keep } }: ApiJobRun<z.infer<typeof REPLACE.schema>>) {
    return keep === 'vod' ? this.downloaded.replaceRecording(vodUuid) : this.downloaded.delete(vodUuid);
  }
}
