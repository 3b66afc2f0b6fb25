import { readdirSync } from 'node:fs';
import path from 'node:path';

const IGNORED_FOLDERS = new Set([
  'node_modules',
  'dist',
  '.git',
  '.tools',
  '.cache',
  'data',
  'coverage',
  'test-results',
  'playwright-report',
]);

/**
 * Files below the root with one of the extensions, as paths from the root.
 * @param {string} root
 * @param {RegExp} ending
 * @returns {string[]}
 */
export function filesOf(root, ending) {
  /** @param {string} folder @returns {string[]} */
  const walk = (folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const at = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : walk(at);
      return entry.isFile() && ending.test(entry.name) ? [at] : [];
    });
  return walk('').sort();
}
