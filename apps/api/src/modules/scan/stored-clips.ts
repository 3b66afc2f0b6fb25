import { objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '../../persistence/database/tx.js';
import { ClipRepository } from '../../persistence/repositories/clip.repository.js';
import { freeBasename } from '../../persistence/entities/clip-place.js';
import { Clips } from '../clip/clips.service.js';
import { ChannelStubs } from './channel-stubs.js';
import { ScanRepository } from '../../persistence/repositories/scan.repository.js';
import { StoredManifests } from './stored-manifests.js';

const CLIP_KEY = /^clips\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/(.+)$/;

/**
 * Compares saved clips with storage: restores clips that are missing in Postgres, and marks or unmarks missing files.
 */
@Injectable()
export class StoredClips {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: ScanRepository,
    private readonly known: ClipRepository,
    private readonly clips: Clips,
    private readonly manifests: StoredManifests,
    private readonly stubs: ChannelStubs,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** @returns number of clips that exist, and number of restored clips */
  async scan({
    deletedUuids,
    signal,
  }: {
    readonly deletedUuids: ReadonlySet<string>;
    readonly signal: AbortSignal;
  }): Promise<{ found: number; restored: number }> {
    const files = new Set<string>();
    const written: string[] = [];
    for await (const { key } of this.storage.list(objectKeys.clips(), { signal })) {
      const [, uuid, rest] = CLIP_KEY.exec(key) ?? [];
      if (uuid === undefined || deletedUuids.has(uuid)) continue;
      if (rest === 'manifest.json') written.push(uuid);
      else files.add(key);
    }
    let restored = 0;
    for (const uuid of written) if (await this.restore(uuid)) restored += 1;
    return { found: await this.compare(files), restored };
  }

  private async restore(uuid: string): Promise<boolean> {
    if ((await this.known.find(uuid)) || (await this.manifests.isDeleted(uuid))) return false;
    const manifest = await this.manifests.ofClip(uuid);
    if (!manifest) return false;
    const isNew = await this.transactions.run(async (tx) => {
      await this.rows.claim(uuid, tx);
      if (await this.known.find(uuid, tx)) return false;
      const channelUuid = await this.stubs.ensure(manifest.channel, tx);
      const basename = await freeBasename(manifest.clip, (place) => this.known.exists(place, tx));
      await this.rows.putClip({ ...manifest.clip, basename, channelUuid }, tx);
      return true;
    });
    if (isNew && manifest.channel) this.stubs.notify(manifest.channel.uuid);
    return isNew;
  }

  /** Checks the object again before a clip is marked as missing: it may have been stored after the listing. */
  private async compare(files: ReadonlySet<string>): Promise<number> {
    const all = await this.rows.clips();
    let found = 0;
    for (const { uuid, key, missingSince } of all) {
      const isThere = files.has(key) || (await this.storage.head(key)) !== null;
      if (isThere) found += 1;
      if (isThere !== (missingSince === null))
        await this.clips.change(uuid, (clip) => {
          clip.missingSince = isThere ? null : new Date();
          return true;
        });
      if (isThere) await this.clips.publish(uuid);
    }
    return found;
  }
}
