import { objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Library, type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { LocalVideoRepository } from '../../persistence/repositories/local-video.repository.js';

/** A media file that belongs to no VOD. `path` in the library (file driver), or the object's key. */
export interface StrayFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** Endings of what people keep videos and sound in. */
const MEDIA = /\.(mp4|m4v|mkv|webm|mov|avi|flv|ts|m4a|mp3)$/i;

/**
 * Videos that somebody put beside the recordings of a channel: into its library folder, or on S3 under a prefix of its
 * own, since there is no library.
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
      if (MEDIA.test(file.path)) found.push(file);
    }
    // First: a VOD that has its rows in between is in both, never in none.
    const unfinished = await this.rows.unfinished(uuid);
    const ours = await this.rows.ours(found.map((f) => f.path));
    const strays = found.filter((f) => !ours.has(f.path));
    const { library } = this.storage;
    return library && strays.length > 0 ? this.withoutMade(library, strays, unfinished) : strays;
  }

  /** A file is shown in the library before its row tells of it; until then it is known by its object. */
  private async withoutMade(library: Library, strays: StrayFile[], vods: readonly string[]): Promise<StrayFile[]> {
    let left = strays;
    for (const vod of vods)
      for await (const { key } of this.storage.list(objectKeys.files(vod))) {
        const states = await Promise.all(left.map(({ path }) => library.stateOf(path, key)));
        left = left.filter((_, n) => states[n] !== 'ours');
      }
    return left;
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
