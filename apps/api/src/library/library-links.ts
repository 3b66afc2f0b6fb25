import { STORAGE } from '#libs/service-kit';
import { messageOf, UserError } from '#libs/errors';
import { type Library, type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { type Tx } from '../persistence/database/tx.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { VodWriter } from '../vods/vod-writer.js';
import { libraryPlace } from './library-place.js';
import {
  LibraryLinksRepository,
  type Leftover,
  type ObjectMark,
  type ShownFile,
} from '../persistence/repositories/library-links.repository.js';
import { vodFileList } from './vod-file-list.js';

const CHECK_INTERVAL_MS = 60_000;

/**
 * Keeps the library next to the store in step with the rows. A rename changes rows in one transaction and marks the VOD
 * as due. Then the links follow: first the new ones are created, then the old ones are removed. Each step is safe to
 * repeat. If the API crashes between two steps, the next run of any API finishes the work.
 */
@Injectable()
export class LibraryLinks {
  private readonly log = new Logger('library');

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly rows: LibraryLinksRepository,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    scheduler: Scheduler,
  ) {
    scheduler.every('library-links', CHECK_INTERVAL_MS, (signal) => this.run(signal));
  }

  /** Marks a VOD as due, in the transaction that changes its name or folder. Call {@link follow} after the commit. */
  async markDue(vodUuid: string, tx: Tx): Promise<void> {
    await this.rows.setDue(vodUuid, tx);
  }

  /**
   * Records a path that its row no longer uses, in the transaction that changes the row. {@link dropOld} or a later run
   * removes the path from the library.
   */
  async saveLeftover(vodUuid: string, { path, key }: Pick<Leftover, 'path' | 'key'>, tx: Tx): Promise<void> {
    await this.rows.saveLeftover(vodUuid, { path, key, mark: await this.markOf(key) }, tx);
    await this.rows.setDue(vodUuid, tx);
  }

  /** Updates the library from the rows of a VOD. A later run retries what fails now. */
  async follow(vodUuid: string): Promise<void> {
    try {
      const dueAt = await this.rows.dueAt(vodUuid);
      // Link again: on a case-insensitive disk the removed old path may be the same file as the new one.
      await forEachCollectingErrors(['linkNew', 'dropOld', 'linkNew'] as const, (step) => this[step](vodUuid));
      if (dueAt !== null) await this.rows.setDone(vodUuid, dueAt);
    } catch (thrown) {
      this.log.warn(`VOD ${vodUuid}: library links not updated, retrying: ${messageOf(thrown)}`);
    }
  }

  /**
   * First step: creates the link of each file and saves its path in the row.
   * @throws the collected errors, after all files were processed
   */
  async linkNew(vodUuid: string): Promise<void> {
    const vod = await this.vods.find(vodUuid);
    const { library } = this.storage;
    if (!library || !vod) return;
    await forEachCollectingErrors(vodFileList(vod, await this.vods.files([vodUuid])), (file) =>
      this.linkFile(library, vod, file),
    );
  }

  /**
   * Second step: removes paths that no row uses, unless another file has the path.
   * @throws the collected errors, after all paths were processed
   */
  async dropOld(vodUuid: string): Promise<void> {
    const { library } = this.storage;
    const vod = await this.vods.find(vodUuid);
    const needed = new Set(vod ? vodFileList(vod, await this.vods.files([vodUuid])).map((f) => f.path) : []);
    await forEachCollectingErrors(await this.rows.leftovers(vodUuid), async (leftover) => {
      if (library && !needed.has(leftover.path) && (await this.isOurs(library, leftover)))
        await library.remove(leftover.path);
      await this.rows.forgetLeftover(leftover.path);
    });
  }

  private async linkFile(library: Library, vod: VodEntity, file: ShownFile): Promise<void> {
    const place = libraryPlace(vod, file.name);
    const mark = await this.markOf(file.key);
    for (let n = 1; ; n += 1) {
      const path = library.pathOf(place, n);
      if ((await library.stateOf(path, file.key)) === 'other') continue;
      if (path !== file.path) await this.rows.saveLeftover(vod.uuid, { path, key: file.key, mark });
      const isLinked = await this.link(library, file.key, path);
      if (isLinked === null) return;
      if (!isLinked) {
        await this.rows.forgetLeftover(path);
        continue;
      }
      if (path !== file.path)
        await this.writer.update(vod.uuid, (row, tx) => this.rows.setPath(row, { shown: file, path, mark }, tx));
      return;
    }
  }

  /** @returns whether the path now shows the object; null if the object was deleted */
  private async link(library: Library, key: string, path: string): Promise<boolean | null> {
    try {
      return await library.link(key, path);
    } catch (thrown) {
      if (thrown instanceof UserError && thrown.code === 'object-missing') return null;
      throw thrown;
    }
  }

  private async markOf(key: string): Promise<ObjectMark | null> {
    const found = await this.storage.head(key);
    return found && { sizeBytes: found.sizeBytes, modifiedAt: found.modifiedAt };
  }

  /**
   * Whether a path shows its object. If the object was deleted, its size and time identify the link. A file that may
   * belong to the operator or to another row stays.
   */
  private async isOurs(library: Library, { path, key, mark }: Leftover): Promise<boolean> {
    const found = await library.stateOf(path, key);
    if (found !== 'other' || mark === null) return found === 'ours';
    const linked = (await this.storage.head(key)) === null ? await library.head(path) : null;
    return (
      linked?.sizeBytes === mark.sizeBytes && Math.abs(linked.modifiedAt.getTime() - mark.modifiedAt.getTime()) < 2000
    ); // without links the file is a copy, and the disk limits the precision of its time
  }

  /**
   * Processes all due VODs and the leftovers of deleted ones.
   * @throws the collected errors of deleted VODs, after all were processed
   */
  async run(signal?: AbortSignal): Promise<void> {
    await forEachCollectingErrors(await this.rows.due(), (uuid) => this.follow(uuid), { signal });
    await forEachCollectingErrors(await this.rows.orphaned(), (uuid) => this.dropOld(uuid), {
      about: (uuid) => uuid,
      signal,
    });
  }
}
