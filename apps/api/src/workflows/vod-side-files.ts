import { objectKeys } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { LibraryLinks } from '../library/library-links.js';
import { libraryPlace } from '../library/library-place.js';
import { type Tx } from '../persistence/database/tx.js';
import { type SideFile, type SideFileKind, sideFileName, withSideFile } from '../persistence/entities/side-file.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodWriter } from '../vods/vod-writer.js';

/** The folder below the files of a VOD in which its side files are. */
const FOLDER = 'side';

interface SideFileBody {
  readonly body: Buffer;
  /** With its dot. */
  readonly extension: `.${string}`;
}

/** The files beside a VOD that are neither video nor chat, from their creation to their replacement. */
@Injectable()
export class VodSideFiles {
  private readonly log = new Logger('vod-files');

  constructor(
    private readonly writer: VodWriter,
    private readonly links: LibraryLinks,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /**
   * Stores a file beside a VOD, in place of an earlier one of its kind. The key is named by the content, so that a
   * repeated call changes nothing.
   * @returns its name; null if the VOD was deleted
   */
  async write(vod: VodEntity, kind: SideFileKind, { body, extension }: SideFileBody): Promise<string | null> {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 32);
    const key = objectKeys.file(vod.uuid, FOLDER, `${kind}-${hash}${extension}`);
    const known = vod.sideFiles.find((file) => file.kind === kind);
    if (known?.key === key && (await this.storage.head(key)) !== null) return sideFileName(vod.basename, known);
    await this.storage.put(key, body);
    const file = await this.publish(vod, { kind, key, sizeBytes: body.length });
    const saved = await this.writer.update(vod.uuid, async (row, tx) => {
      await this.replace(row, file, tx);
      return true;
    });
    if (!saved) {
      await this.storage.delete([key]);
      return null;
    }
    await this.drop(vod, key, kind);
    return sideFileName(saved.basename, file);
  }

  /** Shows the object in the library, if there is one, in place of an earlier file of its kind. Safe to repeat. */
  async publish(vod: VodEntity, file: Omit<SideFile, 'libraryPath'>): Promise<SideFile> {
    const replaces = vod.sideFiles.find(({ kind }) => kind === file.kind)?.libraryPath ?? undefined;
    const place = libraryPlace(vod, sideFileName(vod.basename, file));
    return { ...file, libraryPath: (await this.storage.library?.publish(file.key, place, replaces)) ?? null };
  }

  /** Call it under the lock of the VOD; the caller saves the row. */
  async replace(row: VodEntity, file: SideFile, tx: Tx): Promise<void> {
    const before = row.sideFiles.find(({ kind }) => kind === file.kind);
    row.sideFiles = withSideFile(row.sideFiles, file);
    if (before?.libraryPath && before.libraryPath !== file.libraryPath)
      await this.links.saveLeftover(row.uuid, { path: before.libraryPath, key: before.key }, tx);
  }

  /** Deletes the object that was replaced. What an API that crashed leaves, the sweeper deletes. */
  async drop(before: VodEntity, newKey: string, kind: SideFileKind): Promise<void> {
    const old = before.sideFiles.filter((file) => file.kind === kind && file.key !== newKey).map(({ key }) => key);
    if (old.length === 0) return;
    try {
      await this.links.follow(before.uuid);
      await this.storage.delete(old);
    } catch (thrown) {
      this.log.warn(`VOD ${before.uuid}: replaced file not deleted yet: ${messageOf(thrown)}`);
    }
  }
}
