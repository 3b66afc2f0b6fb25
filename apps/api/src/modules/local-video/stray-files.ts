import { objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Library, type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { LocalVideoRepository } from '../../persistence/repositories/local-video.repository.js';

/**
 * A media file that belongs to no VOD. `path`: its path in the library (file driver), or the key of the object (S3).
 */
export interface StrayFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** File extensions of common video and audio formats. */
const MEDIA_FILE_NAME = /\.(mp4|m4v|mkv|webm|mov|avi|flv|ts|m4a|mp3)$/i;

/**
 * Finds videos that somebody added to a channel: next to the recordings in its library folder, or on S3, which has no
 * library, under a separate prefix.
 */
@Injectable()
export class StrayFiles {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly rows: LocalVideoRepository,
  ) {}

  async of(
    { uuid, internalName }: Pick<ChannelEntity, 'uuid' | 'internalName'>,
    signal: AbortSignal,
  ): Promise<StrayFile[]> {
    const found: StrayFile[] = [];
    for await (const file of this.list(internalName, signal)) {
      signal.throwIfAborted();
      if (MEDIA_FILE_NAME.test(file.path)) found.push(file);
    }
    // Must run first: if a VOD gets its rows between the two queries, it appears in both results and not in none.
    const unfinished = await this.rows.unfinished(uuid);
    const ours = await this.rows.ownedPaths(found.map((f) => f.path));
    const strays = found.filter((f) => !ours.has(f.path));
    const { library } = this.storage;
    return library && strays.length > 0 ? this.withoutUnlistedConversions(library, strays, unfinished) : strays;
  }

  /**
   * A new file is in the library before its row contains the library path. Until then it is identified by its object.
   */
  private async withoutUnlistedConversions(
    library: Library,
    strays: StrayFile[],
    vods: readonly string[],
  ): Promise<StrayFile[]> {
    let remaining = strays;
    for (const vod of vods)
      for await (const { key } of this.storage.list(objectKeys.files(vod))) {
        const states = await Promise.all(remaining.map(({ path }) => library.stateOf(path, key)));
        remaining = remaining.filter((_, n) => states[n] !== 'ours');
      }
    return remaining;
  }

  private async *list(internalName: string, signal: AbortSignal): AsyncGenerator<StrayFile> {
    const { library } = this.storage;
    if (library)
      yield* library.list(library.pathOf({ channel: internalName, name: 'any' }).split('/')[0] ?? internalName);
    else
      for await (const { key, sizeBytes, modifiedAt } of this.storage.list(objectKeys.imports(internalName), {
        signal,
      }))
        yield { path: key, sizeBytes, modifiedAt };
  }
}
