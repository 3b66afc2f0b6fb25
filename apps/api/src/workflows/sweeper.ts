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
/** For uploads and temporary files that a dead process left behind. */
const UPLOADS_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Attempts of a VOD finished longer ago than this were all checked. */
const SWEEP_BACK_MS = 7 * DAY_MS;
/** An ended job is something to look at for a month. */
const JOB_RETENTION_MS = 30 * DAY_MS;
/** What a running or an ended attempt may leave beside its VOD; parts and manifests have rules of their own. */
const LEFT_IN = ['files/', 'thumbs/', 'timeline/', 'chat/'] as const;

/** @throws the faults of what could not go, after the rest had its turn; nothing is begun once the signal is aborted */
type Sweep = (signal: AbortSignal) => Promise<unknown>;

/**
 * Deletes what nothing needs any more: segments whose container is verified, replaced attempts, the rest of deleted
 * VODs. One api at a time.
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

  /** Owners of other things that are left call it in their constructor; theirs is swept last in each run. */
  also(sweep: Sweep): void {
    this.others.push(sweep);
  }

  /** What cannot go holds up nothing else. @throws the faults, after all were checked */
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
    // An entry whose file was deleted keeps its picture.
    const wanted = new Set(
      (await this.vods.allFiles([vod.uuid])).flatMap((f) =>
        f.deleted ? [f.thumbKey] : [f.key, f.thumbKey, f.keyframesKey],
      ),
    );
    for (const key of chatKeysOf(vod)) wanted.add(key);
    const isLeft = ({ key, modifiedAt }: ObjectInfo): boolean =>
      !wanted.has(key) &&
      !key.startsWith(objectKeys.chatAssets(vod.uuid)) &&
      Date.now() - modifiedAt.getTime() > DAY_MS;
    const old: string[] = [];
    for (const folder of LEFT_IN) {
      for await (const object of this.storage.list(`${objectKeys.vod(vod.uuid)}${folder}`))
        if (isLeft(object)) old.push(object.key);
    }
    if (old.length > 0) await this.storage.delete(old);
  }
}

/** The file that counts, and what its times are mapped by. */
const chatKeysOf = ({ chat, downloadedChat }: VodEntity): (string | null)[] => [
  chat?.file?.key ?? null,
  chat?.timelineKey ?? null,
  downloadedChat?.key ?? null,
];
