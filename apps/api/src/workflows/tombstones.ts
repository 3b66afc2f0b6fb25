import { objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type ObjectInfo, type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { putJson } from '../platform/storage/put-json.js';
import { ClipRepository } from '../persistence/repositories/clip.repository.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';

/** A library path and the object that it shows. */
export const LibraryName = z.object({ path: z.string(), key: z.string() });
export type LibraryName = z.infer<typeof LibraryName>;

const Tombstone = z.object({
  uuid: z.uuid(),
  basename: z.string(),
  at: z.iso.datetime(),
  names: z.array(LibraryName).default([]),
});
export type Tombstone = z.infer<typeof Tombstone>;

const DAY_MS = 24 * 3_600_000;
const RETENTION_MS = 30 * DAY_MS;
/** A deletion takes seconds. If the row still exists when its tombstone is this old, the deletion was interrupted. */
const BROKEN_OFF_MS = 60_000;

/**
 * Marks a VOD or a clip as deleted before its data are deleted. If the process crashes in between, the rest is deleted
 * later.
 */
@Injectable()
export class Tombstones {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly vods: VodRepository,
    private readonly clips: ClipRepository,
  ) {}

  async put(tombstone: Tombstone): Promise<void> {
    await putJson({ storage: this.storage, key: objectKeys.tombstone(tombstone.uuid) }, tombstone);
  }

  /** Deletes the remains of a VOD or a clip: first its library paths, then its objects. Safe to repeat. */
  async bury({ uuid, names }: Pick<Tombstone, 'uuid' | 'names'>): Promise<{ objects: number; bytes: number }> {
    // Library paths first, because the objects identify them. The deletion repeats for a day, and by then another
    // recording may have the same path.
    const { library } = this.storage;
    for (const { path, key } of names) if ((await library?.stateOf(path, key)) === 'ours') await library?.remove(path);
    const gone = { objects: 0, bytes: 0 };
    for (const prefix of [objectKeys.vod(uuid), objectKeys.clip(uuid)]) {
      const { objects, bytes } = await this.storage.deletePrefix(prefix);
      gone.objects += objects;
      gone.bytes += bytes;
    }
    await this.vods.forgetDeletedVod(uuid);
    return gone;
  }

  /** Ids of VODs and clips that were deleted in the last 30 days. Some of their objects may still exist. */
  async uuids(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const deleted = new Set<string>();
    for await (const { key } of this.storage.list(objectKeys.tombstones(), { signal })) {
      const uuid = uuidOf(key);
      if (uuid !== null) deleted.add(uuid);
    }
    return deleted;
  }

  /**
   * Finishes interrupted deletions, deletes late objects, removes tombstones whose row was never deleted, and drops
   * tombstones older than 30 days.
   * @throws the collected errors, after all tombstones were processed
   */
  async sweep(signal?: AbortSignal): Promise<void> {
    await forEachCollectingErrors(this.storage.list(objectKeys.tombstones()), (object) => this.sweepOne(object), {
      about: ({ key }) => key,
      ...(signal && { signal }),
    });
  }

  private async sweepOne({ key, modifiedAt }: ObjectInfo): Promise<void> {
    const ageMs = Date.now() - modifiedAt.getTime();
    const uuid = uuidOf(key);
    if (ageMs > RETENTION_MS || uuid === null) await this.storage.delete([key]);
    else if ((await this.vods.find(uuid)) ?? (await this.clips.find(uuid))) {
      if (ageMs > BROKEN_OFF_MS) await this.storage.delete([key]);
    } else if (ageMs < DAY_MS) await this.finish(key);
  }

  /**
   * Only tombstones of the last day are processed. Older ones are only listed, because there may be a month of them.
   */
  private async finish(key: string): Promise<void> {
    const tombstone = await this.read(key);
    if (tombstone) await this.bury(tombstone);
    else await this.storage.delete([key]);
  }

  private async read(key: string): Promise<Tombstone | null> {
    const text = (await this.storage.read(key)).toString('utf8');
    try {
      return Tombstone.parse(JSON.parse(text));
    } catch {
      return null;
    }
  }
}

const uuidOf = (key: string): string | null =>
  z.uuid().safeParse(key.slice(objectKeys.tombstones().length).replace(/\.json$/, '')).data ?? null;
