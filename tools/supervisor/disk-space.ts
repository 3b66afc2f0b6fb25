import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError, messageOf, untranslated } from '#libs/errors';

const GIB = 1024 ** 3;
/** JetStream must promise its log stream 1 GiB (libs/bus stream-plan), however little is free. */
const LEAST_STORE_BYTES = 2 * GIB;
/** Of the free space; what JetStream takes when nobody says anything. */
const STORE_SHARE = 0.75;

/** Bytes that this user may still write on the disk of `path`, which need not exist yet. */
export function freeBytes(path: string): number {
  if (!existsSync(path) && dirname(path) !== path) return freeBytes(dirname(path));
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** Bytes that JetStream may take on a disk with so many free ones (`max_file_store`). */
export const storeLimitBytes = (free: number): number => Math.max(LEAST_STORE_BYTES, Math.floor(free * STORE_SHARE));

/** What the operator must know of a disk with so many free bytes; null when there is enough. */
export function spaceWarning(dir: string, free: number): string | null {
  if (free >= LEAST_STORE_BYTES) return null;
  return `Little space: ${megabytes(free)} free on the disk of ${dir}. Messages and log may take up to ${megabytes(storeLimitBytes(free))} there (max_file_store of nats-server), so the disk is full before that limit applies. Free at least ${megabytes(LEAST_STORE_BYTES)}`;
}

const megabytes = (bytes: number): string => `${String(Math.floor(bytes / 1024 ** 2))} MB`;

const FULL = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i;

/** A failure because the disk of `dir` is full, as an error that says so with the remedy. Any other as it is. */
export function explainFullDisk(thrown: unknown, dir: string): unknown {
  const text = messageOf(thrown);
  if (!FULL.test(text)) return thrown;
  return new UserError(
    untranslated(
      'disk-full',
      `The disk of ${dir} is full or nearly so (${megabytes(freeBytes(dir))} free). Free some space there, or use another data folder: npm start -- --data DIR. (${text})`,
    ),
    { cause: thrown },
  );
}
