import { type ConvertTimeline, type MadeFile, SELF_TEST_KIND } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { putJson } from '../platform/storage/put-json.js';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { LibraryLinks } from '../library/library-links.js';
import { libraryPlace } from '../library/library-place.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { type FileEntity, subtitlesName, type SubtitlesFile } from '../persistence/entities/file.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';

const SWEPT_AT_ONCE = 500;

/** New files of a conversion and the files that they replace. */
export interface NewVodFiles {
  readonly role: FileEntity['role'];
  readonly files: readonly Partial<FileEntity>[];
  readonly before: readonly FileEntity[];
  /** Keys of replaced objects, set by {@link VodFiles.replace}. {@link VodFiles.drop} deletes them. */
  readonly dropped: string[];
}

/**
 * Manages the files of VODs from the end of a conversion to their deletion:
 *
 * 1. `publish` and `replace` add the files of a conversion to the library and the rows.
 *    They replace earlier files of the same role.
 * 2. `queueDeletion` lists the objects of a file whose row is removed (table `due_object`).
 *    They count towards their VOD until they are deleted.
 * 3. `drop` and `deleteObjects` delete them, and `drop` their links in the library. `sweep` deletes what an interrupted
 *    job has left.
 */
@Injectable()
export class VodFiles {
  private readonly log = new Logger('converting');

  constructor(
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly links: LibraryLinks,
    private readonly notifier: UiNotifier,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** Stores the input of a conversion. */
  async putTimeline(key: string, timeline: ConvertTimeline): Promise<void> {
    await putJson({ storage: this.storage, key }, timeline);
  }

  /**
   * Publishes the files in the library, if there is one, under names that media servers understand. It replaces an
   * earlier version only after the new file exists. Safe to repeat.
   */
  async publish(
    vod: VodEntity,
    { role, attempt, files }: { role: FileEntity['role']; attempt: string; files: readonly MadeFile[] },
  ): Promise<NewVodFiles> {
    const before = (await this.vods.allFiles([vod.uuid])).filter((f) => f.role === role && f.attempt !== attempt);
    const rows: Partial<FileEntity>[] = [];
    // Media servers must not see the file of a self-test.
    const library = vod.providerKind === SELF_TEST_KIND ? null : this.storage.library;
    for (const f of files) {
      const earlier = before.find((b) => b.basename === f.basename);
      const place = libraryPlace(vod, f.basename);
      rows.push({
        ...f,
        id: `${attempt}/${f.fileId}`,
        vodUuid: vod.uuid,
        attempt,
        crc32: f.crc32 ?? null,
        verifiedAt: null,
        startMs: Math.round(f.startMs),
        endMs: Math.round(f.endMs),
        libraryPath: (await library?.publish(f.key, place, earlier?.libraryPath ?? undefined)) ?? null,
        subtitles: await this.publishSubtitles(vod, f, earlier),
        createdAt: new Date(),
        deleted: false,
      });
    }
    return { role, files: rows, before, dropped: [] };
  }

  private async publishSubtitles(
    vod: VodEntity,
    { basename, subtitles = [] }: MadeFile,
    earlier: FileEntity | undefined,
  ): Promise<SubtitlesFile[]> {
    const published: SubtitlesFile[] = [];
    for (const one of subtitles) {
      const replaces = earlier?.subtitles.find(({ ending }) => ending === one.ending)?.libraryPath ?? undefined;
      const place = libraryPlace(vod, subtitlesName(basename, one));
      published.push({ ...one, libraryPath: (await this.storage.library?.publish(one.key, place, replaces)) ?? null });
    }
    return published;
  }

  /** Call it in the transaction from which on the new files count. Replaced files count until they are deleted. */
  async replace(vodUuid: string, { role, files, before, dropped }: NewVodFiles, tx: Tx): Promise<void> {
    const retained = new Set(files.map(({ key }) => key));
    const usedPaths = new Set(files.map(({ libraryPath }) => libraryPath));
    for (const file of before) {
      if (!file.deleted && !retained.has(file.key))
        dropped.push(...(await this.queueDeletion(file, { keepsPicture: false }, tx)));
      // A file of another container or number has another name, so its link was not replaced.
      if (file.libraryPath !== null && !usedPaths.has(file.libraryPath))
        await this.links.saveLeftover(vodUuid, { path: file.libraryPath, key: file.key }, tx);
    }
    await this.vods.replaceFiles(vodUuid, { role, files: [...files] }, tx);
  }

  /** Deletes replaced objects and their links. Periodic tasks retry what cannot be deleted now. */
  async drop(vodUuid: string, { dropped }: NewVodFiles): Promise<void> {
    if (dropped.length === 0) return;
    try {
      await this.links.follow(vodUuid);
      await this.deleteObjects(dropped);
      this.notifier.notify('vod', vodUuid);
    } catch (thrown) {
      this.log.warn(`VOD ${vodUuid}: replaced file not deleted yet: ${messageOf(thrown)}`);
    }
  }

  /**
   * Call it in the transaction that removes the row of the file. If the entry stays, it retains its thumbnail.
   * @returns the keys
   */
  async queueDeletion(
    {
      vodUuid,
      key,
      keyframesKey,
      thumbKey,
      subtitles,
      sizeBytes,
      missingSince,
    }: Pick<FileEntity, 'vodUuid' | 'key' | 'keyframesKey' | 'thumbKey' | 'subtitles' | 'sizeBytes' | 'missingSince'>,
    { keepsPicture }: { readonly keepsPicture: boolean },
    tx: Tx,
  ): Promise<string[]> {
    await tx.query('INSERT INTO due_object (key, vod_uuid, bytes) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING', [
      key,
      vodUuid,
      missingSince === null ? sizeBytes : 0,
    ]);
    const other = [keyframesKey, keepsPicture ? null : thumbKey].filter((one) => one !== null);
    const small = [...other, ...subtitles.map((one) => one.key)];
    await tx.query('INSERT INTO due_object (key) SELECT unnest($1::text[]) ON CONFLICT (key) DO NOTHING', [small]);
    return [key, ...small];
  }

  /** Safe to repeat. */
  async deleteObjects(keys: readonly string[]): Promise<void> {
    await this.storage.delete(keys);
    await this.transactions.plain.query('DELETE FROM due_object WHERE key = ANY($1)', [keys]);
  }

  /**
   * Deletes objects that their job has not deleted within an hour because it was stopped or failed. Retains objects
   * that a row refers to again.
   * @throws the collected errors, after all objects were processed
   */
  async sweep(signal?: AbortSignal): Promise<void> {
    await this.transactions.plain.query(
      `DELETE FROM due_object d USING file f WHERE NOT f.deleted
       AND (d.key IN (f.key, f.thumb_key, f.keyframes_key) OR f.subtitles <> '[]' AND f.subtitles @> jsonb_build_array(jsonb_build_object('key', d.key)))`,
    );
    await forEachCollectingErrors(this.pages(), (keys) => this.deleteEach(keys, signal), signal && { signal });
  }

  private async *pages(): AsyncGenerator<string[], void, undefined> {
    for (let after = ''; ;) {
      const rows = await this.transactions.plain.query<{ key: string }[]>(
        `SELECT key FROM due_object WHERE at < now() - interval '1 hour' AND key > $2 ORDER BY key LIMIT $1`,
        [SWEPT_AT_ONCE, after],
      );
      const last = rows.at(-1);
      if (last) yield rows.map(({ key }) => key);
      if (!last || rows.length < SWEPT_AT_ONCE) return;
      after = last.key;
    }
  }

  /** Deletes all at once, or one by one if that fails. */
  private async deleteEach(keys: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.deleteObjects(keys);
    } catch {
      await this.storage.check(); // fails once if storage is unavailable, instead of once for each key
      await forEachCollectingErrors(keys, (key) => this.deleteObjects([key]), signal && { signal });
    }
  }
}
