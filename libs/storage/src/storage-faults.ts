import { OutsideError, BugError, UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type ByteRange } from './storage.js';

/**
 * The `code` of a system or S3 error (`ENOENT`, `NoSuchKey`), otherwise ''. Avoids instanceof, because jest's Error is
 * not the one that node:fs throws.
 */
export const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';

/**
 * The configured location contains the storage of another installation or none. Reported as unavailable, so that writes
 * wait.
 */
export const otherInstallationsStorage = (kind: 'disk' | 'bucket', where: string): OutsideError =>
  new OutsideError(
    message(kind === 'disk' ? 'error.storage-away.not-ours-disk' : 'error.storage-away.not-ours-bucket', { where }),
  );

/** @throws BugError `bad-range` - not whole numbers from 0 in ascending order */
export function mustBeRange({ start, end = start }: ByteRange): void {
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!whole || start < 0 || end < start) throw new BugError('bad-range', `No range of bytes: ${start} to ${end}.`);
}

/** UserError 404 `object-missing`. */
export const objectMissing = (key: string): UserError =>
  new UserError(message('error.object-missing', { key }), { status: 404 });

/** UserError 416 `range-not-satisfiable`; `data.totalBytes` is the size of the object, null if unknown. */
export const notSatisfiable = (key: string, totalBytes: number | null): UserError =>
  new UserError(message('error.range-not-satisfiable', { key }), { status: 416, data: { totalBytes } });
