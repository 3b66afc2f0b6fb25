import { localizedOf, OutsideError, UserError } from '#libs/errors';
import { type Message, message, verbatim, withEnglish } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type ApiJobRun, defineApiJob } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { Sites } from '../../sites/sites.js';
import { type StageStart, type StageStarted, type StageWork, VodStages } from '../../workflows/vod-stages.js';
import { SiteVodCheckService } from '../site-vod/site-vod-check.service.js';

/** `untilMs`: time of the last try, ms since the Unix epoch. */
const MATCH = defineApiJob('match', z.strictObject({ vodUuid: z.uuid(), untilMs: z.int() }));
/** A site lists a video some time after the broadcast. Waits between tries: `endOf` in jobs/api-job-end.ts. */
const GIVE_UP_MS = 24 * 3_600_000;

/** Finds the site's video of a recording. Waits until the site lists it. */
@Injectable()
export class MatchStage implements StageWork {
  readonly kind = 'match';

  constructor(
    stages: VodStages,
    private readonly apiJobs: ApiJobs,
    private readonly site: SiteVodCheckService,
    private readonly sites: Sites,
    private readonly vods: VodRepository,
  ) {
    stages.register(this);
    apiJobs.register(MATCH, (run) => this.run(run));
  }

  async start({ vod, isRepeated, claim }: StageStart): Promise<StageStarted> {
    const { uuid, basename, channelUuid, siteVod, providerKind } = vod;
    if (!this.sites.all().find(({ kind }) => kind === providerKind)?.videoArchive)
      return { skipped: message('stage.no-archive') };
    if (!isRepeated && siteVod?.id) return { done: message('stage.matched', { id: siteVod.id }) };
    await this.apiJobs.add(
      MATCH,
      {
        name: `match_${uuid}`,
        title: verbatim(basename),
        vodUuid: uuid,
        channelUuid,
        input: { vodUuid: uuid, untilMs: Date.now() + GIVE_UP_MS },
      },
      claim,
    );
    return 'job';
  }

  private async run({
    input: { vodUuid, untilMs },
    signal,
  }: ApiJobRun<z.infer<typeof MATCH.schema>>): Promise<Message> {
    try {
      const { id } = await this.site.match(vodUuid, null, signal);
      return message('stage.matched', { id: id ?? '' });
    } catch (thrown) {
      if (!(thrown instanceof UserError) || !thrown.code.startsWith('not-matched')) throw thrown;
      const isNever = (await this.vods.find(vodUuid))?.siteVod?.neverSaved === true;
      if (isNever || Date.now() >= untilMs) return message('stage.no-site-video');
      throw new OutsideError(withEnglish(localizedOf(thrown)), { code: 'not-matched' });
    }
  }
}
