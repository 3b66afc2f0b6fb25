import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { UiBell } from '../../platform/messaging/ui-bell.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { goneJob } from '../../views/gone-job.js';
import { ViewLoader } from '../../views/view-loader.service.js';
import { Recording } from '../../recordings/recording.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { JOB_MISSING } from '../../jobs/job-faults.js';
import { captureJobName } from '../../vods/job-names.js';
import { JobRepository } from '../../persistence/repositories/job.repository.js';

const STOPPED = message('job.stopped');

/** What the operator does with jobs, whoever does their work: stop, clear, retry. */
@Injectable()
export class JobService {
  constructor(
    private readonly jobs: JobRepository,
    private readonly views: ViewLoader,
    private readonly recording: Recording,
    private readonly bell: UiBell,
    private readonly worker: WorkerJobs,
    private readonly apiJobs: ApiJobs,
  ) {}

  /**
   * Stops every job whose name fits.
   * @param pattern a name; with `*` at its end all that start so (v0)
   * @throws UserError `job-missing` (404)
   */
  async cancel(pattern: string): Promise<number> {
    const captures = (await this.views.captures()).filter((v) => fits(pattern, captureJobName(v)));
    for (const { uuid } of captures) await this.recording.end(uuid, message('job.operator-stopped'), { aborted: true });
    const rows = await this.jobs.open(pattern);
    if (captures.length + rows.length === 0) throw JOB_MISSING(pattern);
    for (const { name, stage } of rows) await (stage === null ? this.apiJobs : this.worker).stop(name, STOPPED);
    return captures.length + rows.length;
  }

  /** Forgets ended jobs. @throws UserError `job-missing` (404), `job-running` (409) */
  async clear(pattern: string): Promise<number> {
    const gone = await this.jobs.removeEnded(pattern);
    if (gone.length === 0 && !(await this.jobs.has(pattern))) throw JOB_MISSING(pattern);
    if (gone.length === 0) throw new UserError(message('error.job-running.clear'), { status: 409 });
    for (const job of gone) this.bell.ring('job-removed', job.name, { data: goneJob(job) });
    return gone.length;
  }

  /** @throws UserError `job-missing` (404), `job-running` (409) */
  async retry(name: string): Promise<void> {
    const job = await this.jobs.find(name);
    if (!job) throw JOB_MISSING(name);
    await (job.stage === null ? this.apiJobs.retry(name) : this.worker.retry(job));
  }
}

const fits = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
