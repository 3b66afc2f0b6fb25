import { FOLDERS } from '../boundaries.mjs';
import { isTest } from './rules/boundaries.mjs';
import { filesOf } from './source-files.mjs';

/** @typedef {Readonly<Record<string, readonly string[]>>} Table folder -> folders that it may import */

/**
 * Faults of a table of folders: a row or a dependency of a folder that has no files, or a cycle.
 * @param {Table} table
 * @param {ReadonlySet<string>} folders that have files
 * @returns {string[]}
 */
export function tableFaults(table, folders) {
  const named = new Set([...Object.keys(table), ...Object.values(table).flat()]);
  return [
    ...[...named].filter((folder) => !folders.has(folder)).map((folder) => `the folder ${folder} has no files`),
    ...[...named].filter((folder) => !(folder in table)).map((folder) => `the folder ${folder} has no row`),
    ...cyclesOf(table),
  ];
}

/** Each cycle as its path. @param {Table} table @returns {string[]} */
export function cyclesOf(table) {
  /** @type {string[]} */
  const found = [];
  const done = new Set();
  /** @param {string} folder @param {readonly string[]} trail */
  const visit = (folder, trail) => {
    if (trail.includes(folder)) found.push(`cycle: ${[...trail.slice(trail.indexOf(folder)), folder].join(' > ')}`);
    if (trail.includes(folder) || done.has(folder)) return;
    for (const next of table[folder] ?? []) visit(next, [...trail, folder]);
    done.add(folder);
  };
  for (const folder of Object.keys(table)) visit(folder, []);
  return found;
}

/** Folders below `src` that contain files other than tests. @param {string} root @param {string} home */
function foldersOf(root, home) {
  const src = `${home}/src/`;
  return new Set(
    filesOf(root, /\.ts$/)
      .filter((file) => file.startsWith(src) && !isTest(file))
      .map((file) => file.slice(src.length).split('/').slice(0, -1).join('/')),
  );
}

/** @type {import('./check.mjs').Check} */
export const foldersCheck = {
  name: 'folders',
  run: (root) => ({
    summary: 'the folders of each table in tools/boundaries.mjs exist, and their arrows have no cycle',
    faults: Object.entries(FOLDERS).flatMap(([home, table]) =>
      tableFaults(table, foldersOf(root, home)).map((fault) => `${home}: ${fault}`),
    ),
  }),
};
