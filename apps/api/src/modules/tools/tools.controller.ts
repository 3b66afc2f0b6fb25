import { cronDeletedVods, cronMutedVods, isYes, resetChannels, runScheduled, shutDown } from '#libs/contracts';
import { message, translate } from '#libs/messages';
import { Controller, Res } from '@nestjs/common';
import { type Response } from 'express';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { languageFor } from '../../i18n/localize-answer.js';
import { ChannelReset } from './channel-reset.js';
import { InstallationStop } from './installation-stop.js';
import { ScheduledRuns } from './scheduled-runs.service.js';

@Controller()
export class ToolsController {
  constructor(
    private readonly reset: ChannelReset,
    private readonly app: InstallationStop,
    private readonly schedules: ScheduledRuns,
  ) {}

  @Implements(resetChannels)
  async resetAll(@ValidatedInput(resetChannels) _: Input<typeof resetChannels>): Promise<Result<typeof resetChannels>> {
    await this.reset.run();
    return { message: message('answer.reset-channels') };
  }

  @Implements(shutDown)
  async shutDown(
    @ValidatedInput(shutDown) { query }: Input<typeof shutDown>,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof shutDown>> {
    await this.app.request(isYes(query.force));
    res.once('close', () => {
      this.app.begin();
    });
    return { message: message('answer.shutting-down') };
  }

  @Implements(runScheduled)
  async runScheduled(
    @ValidatedInput(runScheduled) { params }: Input<typeof runScheduled>,
  ): Promise<Result<typeof runScheduled>> {
    const job = await this.schedules.run(params.name);
    return { message: message('answer.running-job', { name: params.name }), data: { job } };
  }

  @Implements(cronDeletedVods)
  async checkDeleted(
    @ValidatedInput(cronDeletedVods) { query }: Input<typeof cronDeletedVods>,
    @Res() res: Response,
  ): Promise<void> {
    say(res, await this.schedules.check('check_deleted_vods', isYes(query.force)));
  }

  @Implements(cronMutedVods)
  async checkMuted(
    @ValidatedInput(cronMutedVods) { query }: Input<typeof cronMutedVods>,
    @Res() res: Response,
  ): Promise<void> {
    say(res, await this.schedules.check('check_muted_vods', isYes(query.force)));
  }
}

/** Scripts that call v0's cron routes expect lines of text. */
const say = (res: Response, job: string): void => {
  res.type('text/plain').send(`${translate(languageFor(res), message('answer.job-queued', { name: job }))}\n`);
};
