import { objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type ObjectInfo, type OpenStorage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { WorkerJobs } from '../jobs/worker-jobs.js';
import { JobRepository } from '../persistence/repositories/job.repository.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { SegmentRetention } from './segment-retention.js';
import { Tombstones } from './tombstones.js';
import { VodFiles } from './vod-files.js';

const EVERY_MS = 10 * 60_000;
/** Interval for uploads and temporary files of crashed processes. */
const UPLOADS_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Attempts of VODs that finished earlier than this were already checked. */
const SWEEP_BACK_MS = 7 * DAY_MS;
/** Ended jobs stay visible for a month. */
const JOB_RETENTION_MS = 30 * DAY_MS;
/** Folders where attempts may leave objects. Parts and manifests have other rules. */
const LEFT_IN = ['files/', 'thumbs/', 'timeline/', 'chat/'] as const;

/**
 * Starts no new deletion after the signal is aborted.
 * @throws the collected errors, after all items were processed
 */
type Sweep = (signal: AbortSignal) => Promise<unknown>;

/**
 * Deletes unused data: segments whose container is verified, replaced attempts, remains of deleted VODs. Runs on one
 * API at a time.
 */
@Injectable()
export class Sweeper {
  private readonly others: Sweep[] = [];

  constructor(
    scheduler: Scheduler,
    @Inject(STORAGE) private readonly storage: OpenStorage,
    private readonly vods: VodRepository,
    private readonly tombstones: Tombstones,
    private readonly files: VodFiles,
    private readonly jobRows: JobRepository,
    private readonly segments: SegmentRetention,
    private readonly workerJobs: WorkerJobs,
  ) {
    scheduler.every('sweeper', EVERY_MS, (signal) => this.run(signal));
    scheduler.every('storage-sweep', UPLOADS_EVERY_MS, () => storage.sweep());
  }

  /** Adds another sweep, which runs last. Owners call it in their constructor. */
  also(sweep: Sweep): void {
    this.others.push(sweep);
  }

  /**
   * Runs all sweeps. A failure in one does not stop the others.
   * @throws the collected errors, after all sweeps ran
   */
  async run(signal = new AbortController().signal): Promise<void> {
    const sweeps: readonly Sweep[] = [
      (until) => this.segments.sweep(until),
      (until) => this.dropAttempts(until),
      (until) => this.files.sweep(until),
      (until) => this.tombstones.sweep(until),
      () => this.jobRows.removeEndedBefore(new Date(Date.now() - JOB_RETENTION_MS)),
      () => this.workerJobs.sweepReceipts(),
      ...this.others,
    ];
    await forEachCollectingErrors(sweeps, (sweep) => sweep(signal), { signal });
  }

  private async dropAttempts(signal: AbortSignal): Promise<void> {
    const vods = await this.vods.finishedSince(new Date(Date.now() - SWEEP_BACK_MS));
    await forEachCollectingErrors(vods, (vod) => this.dropOldAttempts(vod), {
      about: ({ basename }) => basename,
      signal,
    });
  }

  private async dropOldAttempts(vod: VodEntity): Promise<void> {
    // A file entry retains its thumbnail after its file was deleted.
    const wanted = new Set(
      (await this.vods.allFiles([vod.uuid])).flatMap((f) =>
        f.deleted ? [f.thumbKey] : [f.key, f.thumbKey, f.keyframesKey, ...f.subtitles.map(({ key }) => key)],
      ),
    );
    for (const key of otherKeysOf(vod)) wanted.add(key);
    const isLeftOver = ({ key, modifiedAt }: ObjectInfo): boolean =>
      !wanted.has(key) &&
      !key.startsWith(objectKeys.chatAssets(vod.uuid)) &&
      Date.now() - modifiedAt.getTime() > DAY_MS;
    const old: string[] = [];
    for (const folder of LEFT_IN) {
      for await (const object of this.storage.list(`${objectKeys.vod(vod.uuid)}${folder}`))
        if (isLeftOver(object)) old.push(object.key);
    }
    if (old.length > 0) await this.storage.delete(old);
  }
}

/** Keys of the valid chat files, of the timeline for their times, and of other files. */
const otherKeysOf = ({ chat, downloadedChat, sideFiles }: VodEntity): (string | null)[] => [
  ...sideFiles.map(({ key }) => key),
  chat?.file?.key ?? null,
  chat?.timelineKey ?? null,
  downloadedChat?.key ?? null,
];
