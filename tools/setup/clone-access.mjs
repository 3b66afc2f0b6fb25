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
export function notWritable(path, root) {
  return new SetupFault(
    `${path} can't be written: it belongs to another user, as after a start as root. ${asRoot([chownToMe(root)])}`,
  );
}
