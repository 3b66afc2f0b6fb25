import { notWritable } from './clone-access.mjs';
import { ROOT } from './paths.mjs';
import { SetupFault } from './step.mjs';

/**
 * Turns an error of the file system that no check foresaw (a full disk, a file of another user in the clone) into a
 * fault with its remedy. Returns anything else unchanged.
 * @param {unknown} thrown
 * @returns {unknown}
 */
export function explainDiskFault(thrown) {
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (thrown);
  if ((code === 'EACCES' || code === 'EPERM') && path?.startsWith(ROOT)) return notWritable(path, ROOT);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new SetupFault(`The disk of ${ROOT} is full. Free some space (about 2 GB) and start again.`);
  return thrown;
}
