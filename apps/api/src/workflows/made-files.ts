import { type EVENTS, type Payload } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { libraryPlace } from '../modules/naming/library-place.js';
import { type FileEntity } from '../modules/vod/file.entity.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';

interface Made {
  readonly vod: VodEntity;
  readonly done: Payload<typeof EVENTS.convertDone>;
  /** Files that they replace. */
  readonly before: readonly FileEntity[];
}

/**
 * The files of a finished conversion as rows; where there is a library beside the store they are shown in it first,
 * under names that media servers read, and an earlier version goes when the new one stands.
 */
export async function madeFiles(
  { library }: Pick<Storage, 'library'>,
  { vod, done: { attempt, at, files }, before }: Made,
): Promise<Partial<FileEntity>[]> {
  const rows: Partial<FileEntity>[] = [];
  for (const f of files) {
    const replaces = before.find((b) => b.basename === f.basename)?.libraryPath ?? undefined;
    const libraryPath = (await library?.publish(f.key, libraryPlace(vod, f.basename), replaces)) ?? null;
    rows.push({
      ...f,
      id: `${attempt}/${f.fileId}`,
      vodUuid: vod.uuid,
      attempt,
      startMs: Math.round(f.startMs),
      endMs: Math.round(f.endMs),
      libraryPath,
      createdAt: new Date(at),
      deleted: false,
    });
  }
  return rows;
}
