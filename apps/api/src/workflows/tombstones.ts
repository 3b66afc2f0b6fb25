import { objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type ObjectInfo, type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { putJson } from '../platform/storage/put-json.js';
import { ClipRepository } from '../persistence/repositories/clip.repository.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';

/** A name in the library, and the object that it is a name of. */
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
/** A deletion takes seconds; a tombstone this old beside a living row is one that was broken off. */
const BROKEN_OFF_MS = 60_000;

/**
 * Marks a VOD or a clip as deleted before anything of it is deleted: if the process dies in between, the rest is
 * deleted later.
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

  /** Deletes what is left of a VOD or a clip: its names in the library, then objects. May be repeated. */
  async bury({ uuid, names }: Pick<Tombstone, 'uuid' | 'names'>): Promise<{ objects: number; bytes: number }> {
    // Names first, while their objects tell whose they are. It is done again for a day, and by then another recording
    // may have the name.
    const { library } = this.storage;
    for (const { path, key } of names) if ((await library?.stateOf(path, key)) === 'ours') await library?.remove(path);
    const gone = { objects: 0, bytes: 0 };
    for (const prefix of [objectKeys.vod(uuid), objectKeys.clip(uuid)]) {
      const { objects, bytes } = await this.storage.deletePrefix(prefix);
      gone.objects += objects;
      gone.bytes += bytes;
    }
    await this.vods.saveGone(uuid);
    return gone;
  }

  /** What was deleted in the last 30 days, and may still lie there. */
  async uuids(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const buried = new Set<string>();
    for await (const { key } of this.storage.list(objectKeys.tombstones(), { signal })) {
      const uuid = uuidOf(key);
      if (uuid !== null) buried.add(uuid);
    }
    return buried;
  }

  /**
   * Finishes deletions that were broken off, deletes what came late, takes back a tombstone whose row was never
   * deleted, forgets those of 30 days ago.
   * @throws the faults, after all were checked
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

  /** Those older than a day are only listed: there are as many as deletions in a month. */
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
