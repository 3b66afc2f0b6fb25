import { BugError, OutsideError, isAppError, messageOf, type AppError } from '#libs/errors';
import { codeOf } from '../storage-faults.js';

const REMEDY: Readonly<Record<string, readonly [code: string, remedy: string]>> = {
  ENOSPC: ['storage-full', 'the disk is full: free some space'],
  EDQUOT: ['storage-full', 'the disk quota is used up: raise it or free some space'],
  EACCES: ['storage-denied', 'this user may not write there: give it the folder (chown) or choose another one'],
  EPERM: ['storage-denied', 'this user may not write there: give it the folder (chown) or choose another one'],
  EROFS: ['storage-read-only', 'the file system is mounted read-only: check the disk and mount it again'],
  ENOENT: ['storage-away', 'the folder is not there: is the disk mounted?'],
  ENODEV: ['storage-away', 'the device is gone: is the disk connected?'],
  ESTALE: ['storage-away', 'the network share went away: mount it again'],
  EIO: ['storage-failed', 'the disk reports an error: look at its health'],
  EMFILE: ['storage-failed', 'too many open files: raise the limit (ulimit -n)'],
};

/**
 * What a file system call threw, as whose fault it is, with the remedy in its text. Our own errors pass as they are.
 */
export function fileFault(thrown: unknown, where: string): AppError {
  if (isAppError(thrown)) return thrown;
  const code = codeOf(thrown);
  if (code === 'EISDIR' || code === 'ENOTDIR')
    return new BugError('key-is-folder', `A key is the folder of another one: ${where}`, { cause: thrown });
  const [name, remedy] = REMEDY[code] ?? ['storage-failed', messageOf(thrown)];
  return new OutsideError(name, `Storage ${where}: ${remedy}`, { cause: thrown, data: { where, code } });
}
