import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError, messageOf, untranslated } from '#libs/errors';

const GIB = 1024 ** 3;
/** JetStream must reserve 1 GiB for its log stream (libs/bus stream-plan), however little space is free. */
const LEAST_STORE_BYTES = 2 * GIB;
/** share of the free space; JetStream's own default */
const STORE_SHARE = 0.75;

/** Bytes that this user may still write on the disk of `path`; the path may not exist yet. */
export function freeBytes(path: string): number {
  if (!existsSync(path) && dirname(path) !== path) return freeBytes(dirname(path));
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** Bytes that JetStream may use on a disk with this many free bytes (`max_file_store`). */
export const storeLimitBytes = (free: number): number => Math.max(LEAST_STORE_BYTES, Math.floor(free * STORE_SHARE));

/** Warning for the operator about a disk with this many free bytes; null if there is enough space. */
export function spaceWarning(dir: string, free: number): string | null {
  if (free >= LEAST_STORE_BYTES) return null;
  return `Little space: ${megabytes(free)} free on the disk of ${dir}. Messages and log may take up to ${megabytes(storeLimitBytes(free))} there (max_file_store of nats-server), so the disk is full before that limit applies. Free at least ${megabytes(LEAST_STORE_BYTES)}`;
}

const megabytes = (bytes: number): string => `${String(Math.floor(bytes / 1024 ** 2))} MB`;

const FULL = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i;

/**
 * Turns a failure that a full disk of `dir` caused into an error that says so and names the remedy. Returns any other
 * failure unchanged.
 */
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
