import { type Job, SELF_TEST_KIND, type View } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { captureJobName } from '../vods/job-names.js';
import { JobRepository } from '../persistence/repositories/job.repository.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { CaptureStatusCache } from '../vods/capture-status-cache.js';
import { presentCapture, presentJob } from './job.presenter.js';

/** Jobs in the format for clients. As in v0, captures are listed as jobs. */
@Injectable()
export class JobViews {
  constructor(
    private readonly vods: VodRepository,
    private readonly jobs: JobRepository,
    private readonly snapshots: CaptureStatusCache,
  ) {}

  async one(name: string): Promise<View<typeof Job> | null> {
    const job = await this.jobs.find(name);
    if (job) return presentJob(job);
    const vod = (await this.captures()).find((v) => captureJobName(v) === name);
    return vod ? presentCapture(vod, this.snapshots.of(vod.uuid)) : null;
  }

  async all(): Promise<View<typeof Job>[]> {
    const [jobs, captures] = await Promise.all([this.jobs.all(), this.captures()]);
    return [...captures.map((v) => presentCapture(v, this.snapshots.of(v.uuid))), ...jobs.map(presentJob)];
  }

  async captures(): Promise<VodEntity[]> {
    return (await this.vods.unfinished()).filter((v) => v.assigned && v.providerKind !== SELF_TEST_KIND);
  }
}
