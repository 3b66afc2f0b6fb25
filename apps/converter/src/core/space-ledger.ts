import { message, type Message } from '#libs/messages';
import { Inject, Injectable } from '@nestjs/common';
import { type Space, type Storage } from '#libs/storage';
import { STORAGE } from '#libs/service-kit';
import { WorkFolder } from './work-folder.js';

/** Always left free: the database and the current recordings use the same disk. */
const MIN_FREE_BYTES = 1_000_000_000;
/** A container is a little larger or smaller than its segments; TS is up to a tenth larger than mp4. */
const SIZE_MARGIN = 1.02;

interface FreeSpace {
  readonly work: Space;
  /** Null if unknown (S3). */
  readonly storage: Space | null;
  /** Whether storage links the files of the work folder. */
  readonly isLinked: boolean;
}

/**
 * Reserves space for an attempt before it starts: a disk that fills up during a conversion would also stop the
 * recordings.
 */
@Injectable()
export class SpaceLedger {
  private readonly reservations = new Map<string, number>();

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly work: WorkFolder,
  ) {}

  /** Reserves space for an attempt. @returns a message that says how much is missing; null if the space is reserved */
  async reserve(attempt: string, mediaBytes: number): Promise<Message | null> {
    const freeSpace = {
      work: await this.work.space(),
      storage: await this.storage.space(),
      isLinked: await this.work.linksTo(this.storage),
    };
    const others = [...this.reservations].filter(([key]) => key !== attempt).reduce((sum, [, bytes]) => sum + bytes, 0);
    const missing = shortage(freeSpace, { mediaBytes, reservedBytes: others });
    if (missing === null) this.reservations.set(attempt, mediaBytes);
    return missing;
  }

  release(attempt: string): void {
    this.reservations.delete(attempt);
  }
}

/**
 * The file is made in the work folder, then linked or copied to storage. One disk needs space for both at once if it is
 * mounted twice: then there are no links between the two.
 */
export function shortage(
  { work, storage, isLinked }: FreeSpace,
  { mediaBytes, reservedBytes }: { readonly mediaBytes: number; readonly reservedBytes: number },
): Message | null {
  const need = Math.ceil((mediaBytes + reservedBytes) * SIZE_MARGIN);
  const isOneDisk = storage?.device === work.device;
  const shortageOf = (space: Space, bytes: number, where: 'disk' | 'converter' | 'storage'): Message | null => {
    const missing = bytes + MIN_FREE_BYTES - space.freeBytes;
    return missing > 0 ? message(`job.no-space.${where}`, { n: gigabytes(missing) }) : null;
  };
  if (isOneDisk) return shortageOf(work, isLinked ? need : need * 2, 'disk');
  return shortageOf(work, need, 'converter') ?? (storage && shortageOf(storage, need, 'storage'));
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
