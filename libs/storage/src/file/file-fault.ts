import { BugError, OutsideError, causeOf, isAppError, type AppError } from '#libs/errors';
import { message } from '#libs/messages';
import { codeOf } from '../storage-faults.js';

const ERROR_BY_CODE = {
  ENOSPC: 'error.storage-full.disk',
  EDQUOT: 'error.storage-full.disk-quota',
  EACCES: 'error.storage-denied.folder',
  EPERM: 'error.storage-denied.folder',
  EROFS: 'error.storage-read-only',
  ENOENT: 'error.storage-away.no-folder',
  ENODEV: 'error.storage-away.no-device',
  ESTALE: 'error.storage-away.share',
  EIO: 'error.storage-failed.disk',
  EMFILE: 'error.storage-failed.open-files',
} as const;
const isKnown = (code: string): code is keyof typeof ERROR_BY_CODE => Object.hasOwn(ERROR_BY_CODE, code);

/**
 * Converts an error of a file system call into an AppError with the right fault and a remedy in its text. Returns an
 * AppError unchanged.
 */
export function fileFault(thrown: unknown, where: string): AppError {
  if (isAppError(thrown)) return thrown;
  const code = codeOf(thrown);
  if (code === 'EISDIR' || code === 'ENOTDIR')
    return new BugError('key-is-folder', `A key is the folder of another one: ${where}`, { cause: thrown });
  return outsideFault(thrown, where);
}

/**
 * Like {@link fileFault}, for the root folder. Its path is a setting, so a path that leads through a file (ENOTDIR) is no
 * bug.
 */
export const rootFault = (thrown: unknown, root: string): AppError =>
  isAppError(thrown) ? thrown : outsideFault(thrown, root);

function outsideFault(thrown: unknown, where: string): OutsideError {
  const code = codeOf(thrown);
  const fault = isKnown(code)
    ? message(ERROR_BY_CODE[code], { where })
    : message('error.storage-failed.folder', { where, why: causeOf(thrown) });
  return new OutsideError(fault, { cause: thrown, data: { code } });
}
