import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** The repository. */
export const ROOT = resolve(import.meta.dirname, '../..');
export const TOOLS = join(ROOT, '.tools');
export const VENV = join(TOOLS, 'venv');
export const NODE = join(ROOT, 'node_modules/.bin/node');

export const isRoot = process.getuid?.() === 0;

/**
 * PATH of everything we start: our own programs first; the system folders last, since a plain user's PATH may lack
 * them.
 */
export const PATH = [
  join(ROOT, 'node_modules/.bin'),
  join(VENV, 'bin'),
  join(TOOLS, 'bin'),
  process.env['PATH'] ?? '',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
].join(delimiter);

/**
 * First executable of that name; null when there is none.
 * @param {string} name
 * @param {string} [path]
 */
export function which(name, path = PATH) {
  return (
    path
      .split(delimiter)
      .filter((dir) => dir !== '')
      .map((dir) => join(dir, name))
      .find(isExecutable) ?? null
  );
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
