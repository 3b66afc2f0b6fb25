import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { APPS, LIBS, TEST_LIB } from '../boundaries.mjs';

const PAGE = 'ARCHITECTURE.md';
const BEGIN = '<!-- picture: made from tools/boundaries.mjs by `node tools/checks/run.mjs --write` -->';
const END = '<!-- /picture -->';

/** @typedef {Readonly<Record<string, readonly string[]>>} Table */

/** Everything that a lib reaches by way of others. @param {Table} libs @param {string} lib @returns {Set<string>} */
const below = (libs, lib) => new Set((libs[lib] ?? []).flatMap((next) => [next, ...below(libs, next)]));

/**
 * Arrows to what is not reached by way of another one, so that the picture can be read.
 * @param {Table} libs
 * @param {readonly string[]} allowed
 */
const direct = (libs, allowed) => allowed.filter((lib) => !allowed.some((other) => below(libs, other).has(lib)));

/** @param {string} name */
const idOf = (name) => name.replaceAll('-', '_');

/** The dependency table as a picture and in full, in Markdown. @param {{ libs: Table, apps: Table }} table */
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
  return [...picture, '', 'An arrow stands also for what lies below its end. In full:', '', ...list].join('\n');
}

/** @param {string} page @returns {string | null} the page with the picture as it should be; null: no place for it */
export function withPicture(page) {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) return null;
  return `${page.slice(0, begin + BEGIN.length)}\n${drawTable({ libs: LIBS, apps: APPS })}\n${page.slice(end)}`;
}

/** @type {import('./check.mjs').Check} */
export const pictureCheck = {
  name: 'picture',
  run(root) {
    const page = readFileSync(path.join(root, PAGE), 'utf8');
    const right = withPicture(page);
    const faults =
      right === null
        ? [`${PAGE} has no place for the picture (${BEGIN} ... ${END})`]
        : right === page
          ? []
          : [`${PAGE} does not show tools/boundaries.mjs: run node tools/checks/run.mjs --write picture`];
    return { summary: `${PAGE} shows the dependency table`, faults };
  },
  write(root) {
    const file = path.join(root, PAGE);
    const right = withPicture(readFileSync(file, 'utf8'));
    if (right !== null) writeFileSync(file, right);
  },
};
