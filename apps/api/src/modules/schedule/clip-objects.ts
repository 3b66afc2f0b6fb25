import { objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { BESIDE_CLIP } from '../../persistence/entities/clip-place.js';
import { type CheckedClip, type ClipCheck } from '../../persistence/repositories/clip-check.repository.js';
import { ClipRepository } from '../../persistence/repositories/clip.repository.js';
import { type CheckedObject } from './object-check.js';
import { type StoredObject } from './stored-object.js';

/** The objects of saved clips: the media, and the files next to them. */
@Injectable()
export class ClipObjects {
  constructor(
    private readonly clips: ClipRepository,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'head'>,
  ) {}

  /** With the checksums that an earlier pass found. A file next to the media must be there if it has been there. */
  async of({ clip: { uuid, key, basename, sizeBytes }, crcs, damaged }: ClipCheck): Promise<StoredObject[]> {
    const objects: StoredObject[] = [{ key, name: basename, sizeBytes, crc32: crcs[key] ?? null }];
    for (const name of BESIDE_CLIP) {
      const beside = objectKeys.clipFile(uuid, name);
      const crc32 = crcs[beside] ?? null;
      const isKnown = crc32 !== null || damaged.some((one) => one.key === beside);
      if (isKnown || (await this.storage.head(beside)) !== null)
        objects.push({ key: beside, name, sizeBytes: null, crc32 });
    }
    return objects;
  }

  /** Whether the clip still exists with these media: what is deleted meanwhile is not damaged. */
  async isCurrent({ uuid, key }: ClipCheck['clip']): Promise<boolean> {
    return (await this.clips.find(uuid))?.key === key;
  }
}

/** Adds an object that was read. A damaged one is compared with its earlier checksum again next time. */
export function withObject(
  found: CheckedClip,
  { key, name, crc32 }: StoredObject,
  { read, fault }: CheckedObject,
): CheckedClip {
  const known = crc32 ?? (fault === null ? (read?.crc32 ?? null) : null);
  return {
    crcs: known === null ? found.crcs : { ...found.crcs, [key]: known },
    damaged: fault === null ? found.damaged : [...found.damaged, { key, name, fault }],
  };
}
