import { type VideoMetadata } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type Message, message, withEnglish } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { JobRepository } from '../../persistence/repositories/job.repository.js';
import { durationText } from '../../views/duration-text.js';
import { RefreshMetadata } from './refresh-metadata.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

const POLL_INTERVAL_MS = 150;

interface Answer {
  readonly message: Message;
  readonly data: VideoMetadata | { readonly job: string };
}

/** Starts a metadata refresh. Answers with the result like v0 if the job ends in time, else with the job name. */
@Injectable()
export class QuickRefresh {
  /** Maximum time that a request waits for the job, in ms. */
  maxWaitMs = 6000;

  constructor(
    private readonly refresh: RefreshMetadata,
    private readonly vods: VodRepository,
    private readonly jobs: JobRepository,
  ) {}

  /** @throws UserError `vod-missing` (404), `no-segments` (410), `job-running` (409), `probe-failed` */
  async run(uuid: string): Promise<Answer> {
    const oldSeconds = await this.durationSeconds(uuid);
    const job = await this.refresh.start(uuid);
    if (!(await this.waitForJob(job))) return { message: message('answer.files-check-begun'), data: { job } };
    const newSeconds = await this.durationSeconds(uuid);
    const metadata = (await this.vods.find(uuid))?.metadata;
    if (!metadata) throw new UserError(message('error.probe-failed'));
    return {
      message: message('answer.durations', {
        old: durationText(oldSeconds),
        now: durationText(newSeconds),
        difference: durationText(newSeconds - oldSeconds),
      }),
      data: metadata,
    };
  }

  /** Waits for the job. @returns false on timeout @throws UserError `probe-failed` */
  private async waitForJob(name: string): Promise<boolean> {
    for (const until = Date.now() + this.maxWaitMs; Date.now() < until;) {
      const job = await this.jobs.find(name);
      if (job?.status === 'ERROR')
        throw new UserError(job.error ? withEnglish(job.error) : message('error.probe-failed.files'), {
          code: 'probe-failed',
        });
      if (job?.status === 'STOPPED') return true;
      await wait(POLL_INTERVAL_MS);
    }
    return false;
  }

  private async durationSeconds(uuid: string): Promise<number> {
    return (
      (await this.vods.files([uuid])).filter((f) => f.role === 'segment').reduce((sum, f) => sum + f.videoMs, 0) / 1000
    );
  }
}
