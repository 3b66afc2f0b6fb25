import { deleteJob, isYes, listJobs, retryJob } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { Checked, type Input } from '../../http/checked.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { ViewLoader } from '../../views/view-loader.service.js';
import { JobService } from './job.service.js';

@Controller()
export class JobController {
  constructor(
    private readonly jobs: JobService,
    private readonly views: ViewLoader,
  ) {}

  @Implements(listJobs)
  async list(@Checked(listJobs) _: Input<typeof listJobs>): Promise<Result<typeof listJobs>> {
    return { data: await this.views.allJobs() };
  }

  @Implements(deleteJob)
  async remove(@Checked(deleteJob) { params, query }: Input<typeof deleteJob>): Promise<Result<typeof deleteJob>> {
    const clear = isYes(query.clear);
    const n = clear ? await this.jobs.clear(params.name) : await this.jobs.cancel(params.name);
    if (clear) return { message: n === 1 ? message('answer.job-cleared') : message('answer.jobs-cleared', { n }) };
    return { message: n === 1 ? message('answer.job-killed') : message('answer.jobs-killed', { n }) };
  }

  @Implements(retryJob)
  async retry(@Checked(retryJob) { params }: Input<typeof retryJob>): Promise<Result<typeof retryJob>> {
    await this.jobs.retry(params.name);
    return { message: message('answer.job-queued-again') };
  }
}
