import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { API_BASE, API_MODULE_BASE, APPS, FOLDERS, LIBS, TEST_LIB } from '../boundaries.mjs';

const PAGE = 'ARCHITECTURE.md';
/** @param {string} name */
const beginOf = (name) => `<!-- ${name}: made from tools/boundaries.mjs by \`node tools/checks/run.mjs --write\` -->`;
/** @param {string} name */
const endOf = (name) => `<!-- /${name} -->`;

/** @typedef {Readonly<Record<string, readonly string[]>>} Table */

/**
 * All libs that a lib reaches directly or through others.
 * @param {Table} libs @param {string} lib @returns {Set<string>}
 */
const below = (libs, lib) => new Set((libs[lib] ?? []).flatMap((next) => [next, ...below(libs, next)]));

/**
 * Only dependencies that no other dependency already implies, so that the picture stays readable.
 * @param {Table} libs
 * @param {readonly string[]} allowed
 */
const direct = (libs, allowed) => allowed.filter((lib) => !allowed.some((other) => below(libs, other).has(lib)));

/** @param {string} name */
const idOf = (name) => name.replaceAll(/[-/]/g, '_');

/** The dependency table in Markdown, as a picture and in full. @param {{ libs: Table, apps: Table }} table */
export function drawTable({ libs, apps }) {
  const nodes = Object.keys(libs).map((lib) => `    ${idOf(lib)}[${lib}]`);
  const arrows = [
    ...Object.entries(apps).flatMap(([app, allowed]) =>
      direct(libs, allowed).map((lib) => `  app_${idOf(app)} --> ${idOf(lib)}`),
    ),
    ...Object.entries(libs).flatMap(([lib, allowed]) =>
      direct(libs, allowed).map((to) => `  ${idOf(lib)} --> ${idOf(to)}`),
    ),
  ];
  const picture = [
    '```mermaid',
    'flowchart TD',
    '  subgraph apps',
    ...Object.keys(apps).map((app) => `    app_${idOf(app)}([${app}])`),
    '  end',
    '  subgraph libs',
    ...nodes,
    '  end',
    ...arrows,
    '```',
  ];
  const rows = [
    ...Object.entries(apps).map(([app, allowed]) => [`apps/${app}`, allowed]),
    ...Object.entries(libs).map(([lib, allowed]) => [`libs/${lib}`, allowed]),
  ];
  const list = [
    '| may import |',
    '|---|',
    ...rows.map(([from, allowed]) => `| \`${from}\`: ${/** @type {string[]} */ (allowed).join(', ') || 'nothing'} |`),
    `| tests: everything, and \`libs/${TEST_LIB}\` |`,
  ];
  return [...picture, '', 'An arrow also includes everything below its end. In full:', '', ...list].join('\n');
}

/** Named lists of folders in the table below the picture, the longest first. @type {Table} */
const GROUPS = { '*module base*': API_MODULE_BASE, '*base*': API_BASE };

/**
 * The folders of an app in Markdown, as a picture (nested folders are drawn as their top folder) and in full.
 * @param {Table} table
 * @param {Table} [groups]
 */
export function drawFolders(table, groups = GROUPS) {
  const top = topLevel(table);
  const picture = [
    '```mermaid',
    'flowchart TD',
    ...Object.keys(top).map((folder) => `  ${idOf(folder)}[${folder}]`),
    ...Object.entries(top).flatMap(([from, allowed]) =>
      direct(top, allowed).map((to) => `  ${idOf(from)} --> ${idOf(to)}`),
    ),
    '```',
  ];
  const byList = Map.groupBy(Object.keys(table), (folder) => listOf(table[folder] ?? [], groups));
  const rows = [...byList].map(([list, folders]) => `| ${folders.map((one) => `\`${one}\``).join(', ')} | ${list} |`);
  const names = Object.entries(groups).map(
    ([name, folders], at) =>
      `| ${name} | ${listOf(folders, Object.fromEntries(Object.entries(groups).slice(at + 1)))} |`,
  );
  return [...picture, '', '| folder | may import |', '|---|---|', ...names.reverse(), ...rows].join('\n');
}

/** The same table, reduced to the folders directly below `src`. @param {Table} table @returns {Table} */
function topLevel(table) {
  const topOf = (/** @type {string} */ folder) => folder.split('/')[0] ?? folder;
  const byTop = Object.groupBy(Object.keys(table), topOf);
  return Object.fromEntries(
    Object.entries(byTop).map(([top, folders = []]) => [
      top,
      [...new Set(folders.flatMap((folder) => table[folder] ?? []).map(topOf))].filter((other) => other !== top),
    ]),
  );
}

/** @param {readonly string[]} allowed @param {Table} groups @returns {string} */
function listOf(allowed, groups) {
  const [name, group] = Object.entries(groups).find(([, all]) => all.every((one) => allowed.includes(one))) ?? [];
  const rest = allowed.filter((one) => group?.includes(one) !== true).map((one) => `\`${one}\``);
  return [...(name === undefined ? [] : [name]), ...rest].join(', ') || 'nothing';
}

/**
 * The page with its current pictures.
 * @param {string} page
 * @returns {string | null} null: the page has no place for one of them
 */
export function withPicture(page) {
  const withTable = replaced(page, 'picture', drawTable({ libs: LIBS, apps: APPS }));
  return withTable && replaced(withTable, 'folders', drawFolders(FOLDERS['apps/api'] ?? {}));
}

/** @param {string} page @param {string} name @param {string} text @returns {string | null} */
function replaced(page, name, text) {
  const [begin, end] = [page.indexOf(beginOf(name)), page.indexOf(endOf(name))];
  return begin < 0 || end < begin
    ? null
    : `${page.slice(0, begin + beginOf(name).length)}\n${text}\n${page.slice(end)}`;
}

/** @type {import('./check.mjs').Check} */
export const pictureCheck = {
  name: 'picture',
  run(root) {
    const page = readFileSync(path.join(root, PAGE), 'utf8');
    const right = withPicture(page);
    const faults =
      right === null
        ? [`${PAGE} has no place for one of its pictures (${beginOf('picture')} and ${beginOf('folders')})`]
        : right === page
          ? []
          : [`${PAGE} does not show tools/boundaries.mjs: run node tools/checks/run.mjs --write picture`];
    return { summary: `${PAGE} shows the dependency tables`, faults };
  },
  write(root) {
    const file = path.join(root, PAGE);
    const right = withPicture(readFileSync(file, 'utf8'));
    if (right !== null) writeFileSync(file, right);
  },
};
