import { Injectable } from '@nestjs/common';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { type PeriodicTask } from '../platform/scheduler/periodic-task.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { PartRows } from '../recordings/part-rows.js';
import { CaptureStatusCache } from '../vods/capture-status-cache.js';
import { ConvertJob } from './convert-job.js';

const EVERY_MS = 1000;

/**
 * Seals VODs whose recording is over. A task of its own, so that the end of a recording does not wait until the VODs
 * that ended before are sealed.
 */
@Injectable()
export class Sealing {
  private readonly task: PeriodicTask;

  constructor(
    scheduler: Scheduler,
    private readonly vods: VodRepository,
    private readonly snapshots: CaptureStatusCache,
    private readonly partRows: PartRows,
    private readonly conversions: ConvertJob,
  ) {
    this.task = scheduler.every('sealing', EVERY_MS, (signal) => this.run(signal));
  }

  /** Seals now instead of at the next interval. */
  wake(): void {
    this.task.wake();
  }

  private async run(signal: AbortSignal): Promise<void> {
    const over = (await this.vods.unfinished()).filter(({ assigned }) => !assigned);
    await forEachCollectingErrors(over, (vod) => this.finish(vod), { about: ({ basename }) => basename, signal });
  }

  private async finish(vod: VodEntity): Promise<void> {
    if (vod.convertState === 'queued' || vod.convertState === 'running') {
      await this.conversions.recover(vod);
      return;
    }
    if (vod.convertState !== null || !(await this.isStored(vod))) return;
    // Parts without an event (their recorder was cut off) count too.
    await this.partRows.read(vod);
    if (await this.isStored(vod)) await this.conversions.seal(vod.uuid);
  }

  private async isStored({ uuid }: VodEntity): Promise<boolean> {
    const parts = await this.vods.parts([uuid]);
    return parts.every(({ endedAt }) => endedAt !== null) && !this.snapshots.isStoring(uuid, parts);
  }
}
