import { type VideoMetadata } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type Message, message, withEnglish } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { JobRepository } from '../../persistence/repositories/job.repository.js';
import { durationText } from '../../views/duration-text.js';
import { RefreshMetadata } from './refresh-metadata.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

const CHECK_MS = 150;

interface Answer {
  readonly message: Message;
  readonly data: VideoMetadata | { readonly job: string };
}

/** Checks the files of a VOD again, and answers as v0 does when that is quick. */
@Injectable()
export class QuickRefresh {
  /** v0 answers with what was found; whoever asks is not kept waiting for longer than this. */
  patienceMs = 6000;

  constructor(
    private readonly refresh: RefreshMetadata,
    private readonly vods: VodRepository,
    private readonly jobs: JobRepository,
  ) {}

  /** @throws UserError `vod-missing` (404), `no-segments` (410), `job-running` (409), `probe-failed` */
  async run(uuid: string): Promise<Answer> {
    const before = await this.duration(uuid);
    const job = await this.refresh.start(uuid);
    if (!(await this.ended(job))) return { message: message('answer.files-check-begun'), data: { job } };
    const now = await this.duration(uuid);
    const metadata = (await this.vods.find(uuid))?.metadata;
    if (!metadata) throw new UserError(message('error.probe-failed'));
    return {
      message: message('answer.durations', {
        old: durationText(before),
        now: durationText(now),
        difference: durationText(now - before),
      }),
      data: metadata,
    };
  }

  /** @throws UserError `probe-failed` */
  private async ended(name: string): Promise<boolean> {
    for (const until = Date.now() + this.patienceMs; Date.now() < until;) {
      const job = await this.jobs.find(name);
      if (job?.status === 'ERROR')
        throw new UserError(job.error ? withEnglish(job.error) : message('error.probe-failed.files'), {
          code: 'probe-failed',
        });
      if (job?.status === 'STOPPED') return true;
      await wait(CHECK_MS);
    }
    return false;
  }

  private async duration(uuid: string): Promise<number> {
    return (
      (await this.vods.files([uuid])).filter((f) => f.role === 'segment').reduce((sum, f) => sum + f.videoMs, 0) / 1000
    );
  }
}
