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
  type Mark,
  type ShownFile,
} from '../persistence/repositories/library-links.repository.js';
import { vodFileList } from './vod-file-list.js';

const CHECK_EVERY_MS = 60_000;

/**
 * Keeps the library beside the store as the rows say. A change of a name flips rows in one transaction and makes the
 * VOD due; links follow: first the new ones stand, then the old ones go. Each step may be repeated, and whoever dies
 * between two leaves it to the next run, of this api or another.
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
    scheduler.every('library-links', CHECK_EVERY_MS, (signal) => this.run(signal));
  }

  /** In the transaction that changes what a VOD is called or where it belongs; {@link follow} it after the commit. */
  async due(vodUuid: string, tx: Tx): Promise<void> {
    await this.rows.setDue(vodUuid, tx);
  }

  /**
   * A name that no row has any more, in the transaction that takes it from its row; {@link dropOld}, or a later run,
   * takes it away.
   */
  async leave(vodUuid: string, { path, key }: Pick<Leftover, 'path' | 'key'>, tx: Tx): Promise<void> {
    await this.rows.saveLeftover(vodUuid, { path, key, mark: await this.markOf(key) }, tx);
    await this.rows.setDue(vodUuid, tx);
  }

  /** Brings the library to where the rows of a VOD are. What cannot be done now is left to a later run. */
  async follow(vodUuid: string): Promise<void> {
    try {
      const dueAt = await this.rows.dueAt(vodUuid);
      // Once more: where a disk takes `A` and `a` for one, what went was what stands.
      await forEachCollectingErrors(['linkNew', 'dropOld', 'linkNew'] as const, (step) => this[step](vodUuid));
      if (dueAt !== null) await this.rows.setDone(vodUuid, dueAt);
    } catch (thrown) {
      this.log.warn(`VOD ${vodUuid}: library links not updated, retrying: ${messageOf(thrown)}`);
    }
  }

  /** The first step: each file stands where it belongs, and its row says so. @throws the faults, after all were tried */
  async linkNew(vodUuid: string): Promise<void> {
    const vod = await this.vods.find(vodUuid);
    const { library } = this.storage;
    if (!library || !vod) return;
    await forEachCollectingErrors(vodFileList(vod, await this.vods.files([vodUuid])), (file) =>
      this.show(library, vod, file),
    );
  }

  /**
   * The second step: what no row needs any more goes, unless another file stands there.
   * @throws the faults, after all were tried
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

  private async show(library: Library, vod: VodEntity, file: ShownFile): Promise<void> {
    const place = libraryPlace(vod, file.name);
    const mark = await this.markOf(file.key);
    for (let n = 1; ; n += 1) {
      const path = library.pathOf(place, n);
      if ((await library.stateOf(path, file.key)) === 'other') continue;
      if (path !== file.path) await this.rows.saveLeftover(vod.uuid, { path, key: file.key, mark });
      const stands = await this.link(library, file.key, path);
      if (stands === null) return;
      if (!stands) {
        await this.rows.forgetLeftover(path);
        continue;
      }
      if (path !== file.path)
        await this.writer.update(vod.uuid, (row, tx) => this.rows.setPath(row, { shown: file, path, mark }, tx));
      return;
    }
  }

  /** @returns null when the object is gone: there is nothing to show */
  private async link(library: Library, key: string, path: string): Promise<boolean | null> {
    try {
      return await library.link(key, path);
    } catch (thrown) {
      if (thrown instanceof UserError && thrown.code === 'object-missing') return null;
      throw thrown;
    }
  }

  private async markOf(key: string): Promise<Mark | null> {
    const found = await this.storage.head(key);
    return found && { sizeBytes: found.sizeBytes, modifiedAt: found.modifiedAt };
  }

  /**
   * A link whose object is gone is known by what the object was. What cannot be determined from a file of the operator, or of
   * another row, stays.
   */
  private async isOurs(library: Library, { path, key, mark }: Leftover): Promise<boolean> {
    const found = await library.stateOf(path, key);
    if (found !== 'other' || mark === null) return found === 'ours';
    const there = (await this.storage.head(key)) === null ? await library.head(path) : null;
    return (
      there?.sizeBytes === mark.sizeBytes && Math.abs(there.modifiedAt.getTime() - mark.modifiedAt.getTime()) < 2000
    ); // where there are no links it is a copy, whose time is as fine as its disk
  }

  /** @throws the faults of those that are gone, after all were checked */
  async run(signal?: AbortSignal): Promise<void> {
    await forEachCollectingErrors(await this.rows.due(), (uuid) => this.follow(uuid), { signal });
    await forEachCollectingErrors(await this.rows.orphaned(), (uuid) => this.dropOld(uuid), {
      about: (uuid) => uuid,
      signal,
    });
  }
}
