import { Injectable, Logger } from '@nestjs/common';
import { type PeriodicTask } from '../../platform/scheduler/periodic-task.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { eachOf } from '../../workflows/each-of.js';
import { failedNote } from '../../workflows/job-notes.js';
import { type JobEntity } from '../job/job.entity.js';
import { Settings } from '../settings/settings.service.js';
import { ChatDumpFiles } from './chat-dump-files.js';
import { DownloadJobs, type Refuse } from './download-jobs.js';
import { VideoFacts } from './video-facts.js';

const EVERY_MS = 2000;

/** Keeps downloads going: as many at once as the operator wants, in order, and none forgotten. One api at a time. */
@Injectable()
export class DownloadRounds {
  private readonly log = new Logger('download');
  private readonly task: PeriodicTask;

  constructor(
    scheduler: Scheduler,
    private readonly jobs: DownloadJobs,
    private readonly dumps: ChatDumpFiles,
    private readonly videos: VideoFacts,
    private readonly settings: Settings,
  ) {
    this.task = scheduler.every('downloads', EVERY_MS, () => this.round());
  }

  /** After the commit that queued it. */
  added(jobName: string): void {
    this.jobs.added(jobName);
    this.task.wake();
  }

  /** One has ended. */
  wake(): void {
    this.task.wake();
  }

  /** None of them waits for what another one meets. */
  private async round(): Promise<void> {
    const refuse: Refuse = (job, reason) => this.refuse(job, reason);
    await eachOf(
      [
        () => this.dumps.look(),
        () => this.jobs.askAgain(refuse),
        () => this.jobs.handOver(this.settings.get('downloads.concurrent'), refuse),
      ],
      (step) => step(),
    );
  }

  /** As a recorder would tell that it can never be. */
  private async refuse(job: JobEntity, reason: string): Promise<void> {
    this.log.warn(`${job.name} cannot be handed over: ${reason}`);
    const video = this.jobs.commandOf('download', job);
    const failure = { reason, waiting: false, at: Date.now() };
    if (video) await this.videos.failed(video, failure);
    else await this.jobs.note(job.name, failedNote(failure));
  }
}
