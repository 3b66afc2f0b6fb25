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

/** Half of the time within which a missing file is shown as missing. */
const EVERY_MS = 30_000;
/**
 * Files of one run, one after the other through the whole library: a question costs nothing on a folder, and money on
 * S3.
 */
const AT_ONCE = { file: 4000, s3: 250 } as const;
const SIDE_BY_SIDE = 16;
/**
 * A full run is spread over so much time: 4,000 questions at once kept disk and processor from who waits for a page.
 */
const SPREAD_MS = 15_000;

/** Notices files that somebody else deleted, and those that are back. One api at a time. */
@Injectable()
export class MissingFiles {
  private readonly log = new Logger('files');
  /** Where the next run goes on. */
  private after = '';

  constructor(
    scheduler: Scheduler,
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    private readonly settings: Settings,
  ) {
    scheduler.every('file-check', EVERY_MS, (signal) => this.run(signal));
  }

  async run(signal?: AbortSignal): Promise<void> {
    const limit = AT_ONCE[this.storage.kind];
    const files = await this.vods.filesAfter(this.after, limit);
    this.after = files.length < limit ? '' : (files.at(-1)?.id ?? '');
    await this.compare(files, { pauseMs: (SPREAD_MS * SIDE_BY_SIDE) / limit, signal });
  }

  /** Checks the files of one VOD now. @returns how many are not as their rows said */
  async check(vodUuid: string): Promise<number> {
    return this.compare(await this.vods.files([vodUuid]));
  }

  private async compare(
    files: readonly FileEntity[],
    { pauseMs = 0, signal }: { readonly pauseMs?: number; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<number> {
    const changed: FileEntity[] = [];
    const unknown: unknown[] = [];
    for (let from = 0; from < files.length; from += SIDE_BY_SIDE) {
      if (from > 0 && pauseMs > 0) await wait(pauseMs, undefined, signal ? { signal } : {});
      const group = files.slice(from, from + SIDE_BY_SIDE);
      const there = await Promise.allSettled(group.map(async ({ key }) => (await this.storage.head(key)) !== null));
      // Of one that cannot be checked nothing is known, and the others are what they are.
      changed.push(...group.filter((file, n) => isOtherwise(file, there[n])));
      unknown.push(...there.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])));
    }
    // A storage that is away altogether has lost nothing.
    if (changed.length + unknown.length > 0) await this.storage.check();
    const updates = [...Map.groupBy(changed, (f) => f.vodUuid)].map(
      ([vodUuid, own]) =>
        () =>
          this.save(vodUuid, own),
    );
    const complaints = unknown.map((thrown) => () => {
      throw thrown;
    });
    await forEachCollectingErrors([...updates, ...complaints], (step) => step());
    return changed.length;
  }

  private async save(vodUuid: string, files: readonly FileEntity[]): Promise<void> {
    const changedFiles: FileEntity[] = [];
    const vod = await this.writer.update(
      vodUuid,
      () => true,
      async (row, tx) => {
        for (const file of files) if (await this.vods.saveDifference(file, tx)) changedFiles.push(file);
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

/** Whether it is there although its row says missing, or the other way round. */
const isOtherwise = ({ missingSince }: FileEntity, there: PromiseSettledResult<boolean> | undefined): boolean =>
  there?.status === 'fulfilled' && there.value === (missingSince !== null);
