import { ClipManifest, Manifest, objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { UserError } from '#libs/errors';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type z } from 'zod';

/** Reads the manifests that the API wrote next to the media. */
@Injectable()
export class StoredManifests {
  private readonly log = new Logger('scan');

  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  /**
   * Returns the highest complete revision. Skips incomplete manifests and those of a newer format.
   * @returns null if there is none
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
   * Whether the VOD was deleted, maybe since the scan started. The tombstone is written before the row is deleted, and
   * media may remain until the deletion job runs.
   */
  async isDeleted(uuid: string): Promise<boolean> {
    return (await this.storage.head(objectKeys.tombstone(uuid))) !== null;
  }

  /** No size limit: a long stream has a long list of viewers. */
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
      if (thrown instanceof UserError && thrown.code === 'object-missing') return null; // replaced by the next revision
      throw thrown;
    }
  }
}
