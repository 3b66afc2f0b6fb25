import { PULSES } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Bus } from '#libs/bus';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
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

/** Stopping, clearing and retrying jobs, and their progress as workers tell it. */
@Injectable()
export class JobService implements OnApplicationBootstrap, OnModuleDestroy {
  private stop: () => void = () => undefined;

  constructor(
    private readonly jobs: JobRepository,
    private readonly views: ViewLoader,
    private readonly recording: Recording,
    private readonly bus: Bus,
    private readonly bell: UiBell,
    private readonly worker: WorkerJobs,
    private readonly apiJobs: ApiJobs,
  ) {}

  onApplicationBootstrap(): void {
    this.stop = this.bus.onPulse(PULSES.jobPulse, '*', async (p) => {
      // By our own clock: who waits for a word of it asks how long there was none, and a worker's clock may be off.
      const told = {
        progress: p.progress,
        rate: p.rate,
        unit: p.unit,
        leftMs: p.leftMs,
        note: p.note,
        node: p.worker,
        pid: p.pid,
        updatedAt: new Date(),
      };
      if (!(await this.jobs.progress(p, told))) return;
      const parent = await this.worker.moveParent(p.jobName);
      this.bell.ring('job', parent ?? p.jobName, { actions: ['job_progress'] });
    });
  }

  onModuleDestroy(): void {
    this.stop();
  }

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
    for (const { name, stage } of rows) await (stage === null ? this.stopOwn(name) : this.worker.stop(name));
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
    if (job.stage === null) {
      await this.apiJobs.retry(name);
      return;
    }
    if (job.status === 'RUNNING' || job.status === 'WAITING')
      throw new UserError(message('error.job-running.retry'), { status: 409 });
    await this.worker.retry(job);
  }

  /** A job of the api itself. */
  private async stopOwn(name: string): Promise<void> {
    const job = await this.jobs.change(name, (row) => {
      if (row.status !== 'RUNNING' && row.status !== 'WAITING') return false;
      row.say(STOPPED);
      Object.assign(row, { status: 'STOPPED', note: STOPPED, endedAt: new Date(), updatedAt: new Date(), pid: null });
      return true;
    });
    if (!job) return;
    this.bus.pulse(PULSES.jobCancel, { jobName: name, reason: STOPPED });
    this.bell.ring('job', name);
  }
}

const fits = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
