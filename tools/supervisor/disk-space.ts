import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError, messageOf, untranslated } from '#libs/errors';

const GIB = 1024 ** 3;
/** JetStream must reserve 1 GiB for its log stream (libs/bus stream-plan), however little space is free. */
const MIN_STORE_BYTES = 2 * GIB;
/** A first start writes 50 MB, and the logs of the database and of JetStream grow from then on. */
const FIRST_START_BYTES = 150 * 1024 ** 2;
/** share of the free space; JetStream's own default */
const STORE_SHARE = 0.75;

/** Bytes that this user may still write on the disk of `path`; the path may not exist yet. */
export function freeBytes(path: string): number {
  if (!existsSync(path) && dirname(path) !== path) return freeBytes(dirname(path));
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** Bytes that JetStream may use on a disk with this many free bytes (`max_file_store`). */
export const storeLimitBytes = (free: number): number => Math.max(MIN_STORE_BYTES, Math.floor(free * STORE_SHARE));

/**
 * @param free free bytes on the disk of the data folder
 * @throws UserError `disk-too-small`: when there is no room for a first start
 */
export function requireFirstStartSpace(dir: string, free: number): void {
  if (free >= FIRST_START_BYTES) return;
  throw new UserError(
    untranslated(
      'disk-too-small',
      `The disk of ${dir} has only ${megabytes(free)} free. The first start needs ${megabytes(FIRST_START_BYTES)} for the database and for messages (JetStream). Free some space there, or use another data folder: npm start -- --data DIR`,
    ),
  );
}

/** Warning for the operator about a disk with this many free bytes; null if there is enough space. */
export function spaceWarning(dir: string, free: number): string | null {
  if (free >= MIN_STORE_BYTES) return null;
  return `Little space: ${megabytes(free)} free on the disk of ${dir}. Messages and log may take up to ${megabytes(storeLimitBytes(free))} there (max_file_store of nats-server), so the disk is full before that limit applies. Free at least ${megabytes(MIN_STORE_BYTES)}`;
}

const megabytes = (bytes: number): string => `${String(Math.floor(bytes / 1024 ** 2))} MB`;

const FULL_DISK_ERROR = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i;

/**
 * Turns a failure that a full disk of `dir` caused into an error that says so and names the remedy. Returns any other
 * failure unchanged.
 */
export function explainFullDisk(thrown: unknown, dir: string): unknown {
  const text = messageOf(thrown);
  if (!FULL_DISK_ERROR.test(text)) return thrown;
  return new UserError(
    untranslated(
      'disk-full',
      `The disk of ${dir} is full or nearly so (${megabytes(freeBytes(dir))} free). Free some space there, or use another data folder: npm start -- --data DIR. (${text})`,
    ),
    { cause: thrown },
  );
}
