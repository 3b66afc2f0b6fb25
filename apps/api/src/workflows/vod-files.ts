import { type MadeFile } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { UiBell } from '../platform/messaging/ui-bell.js';
import { type Tx } from '../persistence/database/tx.js';
import { libraryPlace } from '../library/library-place.js';
import { type FileEntity } from '../persistence/entities/file.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { DueObjects } from './due-objects.js';

/** Files of a finished conversion, and those that they replace. */
export interface NewVodFiles {
  readonly role: FileEntity['role'];
  readonly files: readonly Partial<FileEntity>[];
  readonly before: readonly FileEntity[];
  /** Objects of replaced files, once {@link VodFiles.replace} has run; {@link VodFiles.drop} deletes them. */
  readonly dropped: string[];
}

/** Puts the files of a finished conversion into the library and the rows, in the place of earlier ones of their role. */
@Injectable()
export class VodFiles {
  private readonly log = new Logger('converting');

  constructor(
    private readonly vods: VodRepository,
    private readonly due: DueObjects,
    private readonly bell: UiBell,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'library'>,
  ) {}

  /**
   * Shows them in the library, where there is one, under names that media servers read; an earlier version goes when
   * the new one stands. Safe to repeat.
   */
  async publish(
    vod: VodEntity,
    { role, attempt, files }: { role: FileEntity['role']; attempt: string; files: readonly MadeFile[] },
  ): Promise<NewVodFiles> {
    const before = (await this.vods.allFiles([vod.uuid])).filter((f) => f.role === role && f.attempt !== attempt);
    const rows: Partial<FileEntity>[] = [];
    for (const f of files) {
      const replaces = before.find((b) => b.basename === f.basename)?.libraryPath ?? undefined;
      const place = libraryPlace(vod, f.basename);
      rows.push({
        ...f,
        id: `${attempt}/${f.fileId}`,
        vodUuid: vod.uuid,
        attempt,
        startMs: Math.round(f.startMs),
        endMs: Math.round(f.endMs),
        libraryPath: (await this.storage.library?.publish(f.key, place, replaces)) ?? null,
        createdAt: new Date(),
        deleted: false,
      });
    }
    return { role, files: rows, before, dropped: [] };
  }

  /** In the transaction in which they begin to count. What they replace counts until it is deleted. */
  async replace(vodUuid: string, { role, files, before, dropped }: NewVodFiles, tx: Tx): Promise<void> {
    const kept = new Set(files.map(({ key }) => key));
    for (const file of before)
      if (!file.deleted && !kept.has(file.key))
        dropped.push(...(await this.due.noteFile(file, { keepsPicture: false }, tx)));
    await this.vods.replaceFiles(vodUuid, { role, files: [...files] }, tx);
  }

  /** What cannot be deleted now is tried again by the sweeper. */
  async drop(vodUuid: string, { dropped }: NewVodFiles): Promise<void> {
    if (dropped.length === 0) return;
    try {
      await this.due.delete(dropped);
      this.bell.ring('vod', vodUuid);
    } catch (thrown) {
      this.log.warn(`VOD ${vodUuid}: replaced file not deleted yet: ${messageOf(thrown)}`);
    }
  }
}
