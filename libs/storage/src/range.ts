import { BugError, UserError } from '#libs/errors';
import { type ByteRange } from './storage.js';

/** @throws BugError `bad-range` - not whole numbers from 0 in order */
export function mustBeRange({ start, end = start }: ByteRange): void {
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!whole || start < 0 || end < start) throw new BugError('bad-range', `No range of bytes: ${start} to ${end}.`);
}

/** UserError 404 `object-missing`. */
export const objectMissing = (key: string): UserError =>
  new UserError('object-missing', `There is no object ${key}.`, { status: 404, data: { key } });

/** HTTP 416, which the edge makes of the code. */
export const notSatisfiable = (key: string, totalBytes: number | null): UserError =>
  new UserError('range-not-satisfiable', `The range lies behind the end of ${key}.`, { data: { key, totalBytes } });
