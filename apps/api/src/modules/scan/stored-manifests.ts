import { ClipManifest, Manifest, objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { UserError } from '#libs/errors';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type z } from 'zod';

/** Reads what api wrote beside the media. */
@Injectable()
export class StoredManifests {
  private readonly log = new Logger('scan');

  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  /**
   * The highest revision that is whole: one that is torn, or of a format from the future, is skipped.
   * @returns null when none is
   */
  async newest(uuid: string, revisions: readonly number[]): Promise<Manifest | null> {
    for (const revision of revisions) {
      const manifest = await this.read(objectKeys.manifest(uuid, revision), Manifest);
      if (manifest?.vod.uuid === uuid) return manifest;
    }
    return null;
  }

  async ofClip(uuid: string): Promise<ClipManifest | null> {
    const manifest = await this.read(objectKeys.clipManifest(uuid), ClipManifest);
    return manifest?.clip.uuid === uuid ? manifest : null;
  }

  /**
   * Deleted, maybe since the scan began: the tombstone is put before the row goes, and media may lie there until its
   * job has its turn.
   */
  async isBuried(uuid: string): Promise<boolean> {
    return (await this.storage.head(objectKeys.tombstone(uuid))) !== null;
  }

  /** Without a limit of size: a long stream has a long list of viewers. */
  private async read<S extends z.ZodType>(key: string, schema: S): Promise<z.infer<S> | null> {
    const text = await this.readText(key);
    if (text === null) return null;
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      this.log.warn(`${key}: incomplete manifest, using an older one`);
      return null;
    }
  }

  private async readText(key: string): Promise<string | null> {
    try {
      return (await this.storage.read(key)).toString('utf8');
    } catch (thrown) {
      if (thrown instanceof UserError && thrown.code === 'object-missing') return null; // replaced by the next revision meanwhile
      throw thrown;
    }
  }
}
