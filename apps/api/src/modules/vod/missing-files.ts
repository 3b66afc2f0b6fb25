import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { forEachCollectingErrors } from '../../platform/for-each-collecting-errors.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { Settings } from '../../settings/settings.service.js';
import { type FileEntity } from '../../persistence/entities/file.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

/** Two runs fit into the time within which the UI must show a file as missing. */
const INTERVAL_MS = 30_000;
/**
 * Files checked per run; the next run continues from there. A check is free in a folder, but a paid request on S3.
 */
const FILES_PER_RUN = { file: 4000, s3: 250 } as const;
const CONCURRENCY = 16;
/**
 * Duration of a full run. 4,000 checks without pauses slowed down page requests.
 */
const SPREAD_MS = 15_000;

/** Marks files that were deleted from storage outside Vodkeep, and unmarks files that returned. Runs on one API. */
@Injectable()
export class MissingFiles {
  private readonly log = new Logger('files');
  /** Id of the last checked file; empty to start from the beginning. */
  private lastId = '';

  constructor(
    scheduler: Scheduler,
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    private readonly settings: Settings,
  ) {
    scheduler.every('file-check', INTERVAL_MS, (signal) => this.run(signal));
  }

  async run(signal?: AbortSignal): Promise<void> {
    const limit = FILES_PER_RUN[this.storage.kind];
    const files = await this.vods.filesAfter(this.lastId, limit);
    this.lastId = files.length < limit ? '' : (files.at(-1)?.id ?? '');
    await this.checkAll(files, { pauseMs: (SPREAD_MS * CONCURRENCY) / limit, signal });
  }

  /** Checks the files of one VOD now. @returns number of files whose state differs from their row */
  async check(vodUuid: string): Promise<number> {
    return this.checkAll(await this.vods.files([vodUuid]));
  }

  private async checkAll(
    files: readonly FileEntity[],
    { pauseMs = 0, signal }: { readonly pauseMs?: number; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<number> {
    const changed: FileEntity[] = [];
    const errors: unknown[] = [];
    for (let from = 0; from < files.length; from += CONCURRENCY) {
      if (from > 0 && pauseMs > 0) await wait(pauseMs, undefined, signal ? { signal } : {});
      const group = files.slice(from, from + CONCURRENCY);
      const results = await Promise.allSettled(group.map(async ({ key }) => (await this.storage.head(key)) !== null));
      // A file whose check failed stays unchanged; the other results still count.
      changed.push(...group.filter((file, n) => differsFromRow(file, results[n])));
      errors.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])));
    }
    // Throws if storage is unavailable, so that an outage marks no file as missing.
    if (changed.length + errors.length > 0) await this.storage.check();
    const updates = [...Map.groupBy(changed, (f) => f.vodUuid)].map(
      ([vodUuid, own]) =>
        () =>
          this.save(vodUuid, own),
    );
    const rethrows = errors.map((thrown) => () => {
      throw thrown;
    });
    await forEachCollectingErrors([...updates, ...rethrows], (step) => step());
    return changed.length;
  }

  /** @param files as they were before the check: `missingSince` null means that the file is missing now */
  private async save(vodUuid: string, files: readonly FileEntity[]): Promise<void> {
    const changedFiles: FileEntity[] = [];
    const vod = await this.writer.update(
      vodUuid,
      () => true,
      async (row, tx) => {
        for (const file of files) if (await this.vods.toggleMissing(file, tx)) changedFiles.push(file);
        const isGone = changedFiles.some((f) => f.missingSince === null && f.role === 'segment');
        if (isGone && this.settings.get('storage.deleted_cloud')) row.cloudStorage = true;
      },
    );
    for (const { basename, missingSince } of changedFiles)
      this.log.warn(
        `${vod?.basename ?? vodUuid}: ${basename} ${missingSince === null ? 'is missing on storage' : 'is on storage again'}`,
      );
  }
}

/** Whether storage and row disagree on the existence of the file. */
const differsFromRow = ({ missingSince }: FileEntity, exists: PromiseSettledResult<boolean> | undefined): boolean =>
  exists?.status === 'fulfilled' && exists.value === (missingSince !== null);
