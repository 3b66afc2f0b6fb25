import { deleteJob, isYes, listJobs, retryJob } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { JOB_MISSING } from '../../jobs/job-faults.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { JobRepository } from '../../persistence/repositories/job.repository.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Recording } from '../../recordings/recording.js';
import { captureJobName } from '../../vods/job-names.js';
import { deletedJob } from '../../views/deleted-job.js';
import { ViewLoader } from '../../views/view-loader.service.js';

const STOPPED = message('job.stopped');

/** Operator actions on all kinds of jobs: list, stop, clear, retry. */
@Controller()
export class JobController {
  constructor(
    private readonly rows: JobRepository,
    private readonly views: ViewLoader,
    private readonly recording: Recording,
    private readonly notifier: UiNotifier,
    private readonly workerJobs: WorkerJobs,
    private readonly apiJobs: ApiJobs,
  ) {}

  @Implements(listJobs)
  async list(@ValidatedInput(listJobs) _: Input<typeof listJobs>): Promise<Result<typeof listJobs>> {
    return { data: await this.views.allJobs() };
  }

  @Implements(deleteJob)
  async remove(
    @ValidatedInput(deleteJob) { params, query }: Input<typeof deleteJob>,
  ): Promise<Result<typeof deleteJob>> {
    const clear = isYes(query.clear);
    const n = clear ? await this.clear(params.name) : await this.stop(params.name);
    if (clear) return { message: n === 1 ? message('answer.job-cleared') : message('answer.jobs-cleared', { n }) };
    return { message: n === 1 ? message('answer.job-killed') : message('answer.jobs-killed', { n }) };
  }

  @Implements(retryJob)
  async retry(
    @ValidatedInput(retryJob) { params: { name } }: Input<typeof retryJob>,
  ): Promise<Result<typeof retryJob>> {
    const job = await this.rows.find(name);
    if (!job) throw JOB_MISSING(name);
    await (job.stage === null ? this.apiJobs.retry(name) : this.workerJobs.retry(job));
    return { message: message('answer.job-queued-again') };
  }

  /**
   * Stops every job whose name matches.
   * @param pattern a name; with `*` at its end a prefix (v0)
   * @throws UserError `job-missing` (404)
   */
  private async stop(pattern: string): Promise<number> {
    const captures = (await this.views.captures()).filter((v) => matchesPattern(pattern, captureJobName(v)));
    for (const { uuid } of captures) await this.recording.end(uuid, message('job.operator-stopped'), { aborted: true });
    const rows = await this.rows.listOpen(pattern);
    if (captures.length + rows.length === 0) throw JOB_MISSING(pattern);
    for (const { name, stage } of rows) await (stage === null ? this.apiJobs : this.workerJobs).stop(name, STOPPED);
    return captures.length + rows.length;
  }

  /** Deletes ended jobs from the list. @throws UserError `job-missing` (404), `job-running` (409) */
  private async clear(pattern: string): Promise<number> {
    const gone = await this.rows.removeEnded(pattern);
    if (gone.length === 0 && !(await this.rows.has(pattern))) throw JOB_MISSING(pattern);
    if (gone.length === 0) throw new UserError(message('error.job-running.clear'), { status: 409 });
    for (const job of gone) this.notifier.notify('job-removed', job.name, { data: deletedJob(job) });
    return gone.length;
  }
}

const matchesPattern = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
