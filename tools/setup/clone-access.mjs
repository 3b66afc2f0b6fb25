import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFault } from './step.mjs';
import { asRoot, chownToMe, isWritableFolder, ROOT } from './paths.mjs';

/** Folders that set-up writes to. After a start as root they belong to root, even in a user's clone. */
const WRITTEN = ['node_modules', '.tools', '.tools/venv', '.cache', 'dist'];

/**
 * @param {string} root of the clone
 * @param {(path: string) => boolean} [canWrite]
 * @throws SetupFault when this user cannot write to the clone, with the command that gives the clone back to the user
 */
export function checkClone(root = ROOT, canWrite = isWritableFolder) {
  const dist = join(root, 'dist');
  const built = existsSync(dist) ? readdirSync(dist, { withFileTypes: true }) : [];
  const closed = [
    ...WRITTEN.map((name) => join(root, name)),
    ...built.filter((entry) => entry.isDirectory()).map(({ name }) => join(dist, name)),
  ].find((path) => !canWrite(path));
  if (closed !== undefined) throw notWritable(closed, root);
}

/** @param {string} path @param {string} root */
function notWritable(path, root) {
  return new SetupFault(
    `${path} can't be written: it belongs to another user, as after a start as root. ${asRoot([chownToMe(root)])}`,
  );
}

/**
 * Turns an access error that no check foresaw into a fault with its remedy. Returns anything else unchanged.
 * @param {unknown} thrown
 * @returns {unknown}
 */
export function explainAccess(thrown) {
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (thrown);
  if ((code === 'EACCES' || code === 'EPERM') && path?.startsWith(ROOT)) return notWritable(path, ROOT);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new SetupFault(`The disk of ${ROOT} is full. Free some space (about 2 GB) and start again.`);
  return thrown;
}
