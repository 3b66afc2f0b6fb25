import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { testNames } from './spec-coverage.check.mjs';

const PAGE = 'docs/cases.md';

/** Ids that the table must hold: S as the reference product's server, P as the peers of the field; copied once by hand from the project's notes (2026-11-28). */
export const CASE_IDS = [
  'S21', 'S22', 'S23', 'S25', 'S26', 'S27', 'S28', 'S31',
  'P1', 'P2', 'P5', 'P6', 'P7', 'P9', 'P10', 'P11', 'P12', 'P13', 'P20', 'P21', 'P22', 'P23', 'P24', 'P28', 'P30', 'P31', 'P32', 'P61', 'P63', 'P64',
];

/** @typedef {{ readonly id: string, readonly file: string, readonly test: string }} Row */

/** Rows `| id | wrong -> right | file | test |`. @param {string} page @returns {Row[]} */
export function caseRows(page) {
  return [...page.matchAll(/^\| ([SP]\d+) \| [^|]* \| `([^`|]*)` \| ([^|]*) \|$/gm)].map(([, id = '', file = '', test = '']) => ({ id, file, test: test.trim() }));
}

/**
 * @param {readonly Row[]} rows
 * @param {{ ids: readonly string[], read: (file: string) => string | null }} given `read` gives null for a file that is not there
 * @returns {string[]}
 */
export function caseFaults(rows, { ids, read }) {
  const seen = rows.map(({ id }) => id);
  return [
    ...ids.filter((id) => !seen.includes(id)).map((id) => `${id} is missing`),
    ...seen.filter((id, i) => seen.indexOf(id) !== i).map((id) => `${id} stands twice`),
    ...seen.filter((id) => !ids.includes(id)).map((id) => `${id} is not a case of the table`),
    ...rows.flatMap(({ id, file, test }) => testFault(id, test, { file, source: read(file) })),
  ];
}

/** @param {string} id @param {string} test @param {{ file: string, source: string | null }} at @returns {string[]} */
function testFault(id, test, { file, source }) {
  if (source === null) return [`${id}: ${file} is not there`];
  if (!test.startsWith(`${id} `)) return [`${id}: the name of its test must start with the id, not "${test}"`];
  return testNames(source).has(test) ? [] : [`${id}: ${file} has no test "${test}"`];
}

/** @type {import('./check.mjs').Check} */
export const casesCheck = {
  name: 'cases',
  run(root) {
    const rows = caseRows(readFileSync(path.join(root, PAGE), 'utf8'));
    const read = (/** @type {string} */ file) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null);
    return { summary: `${rows.length} cases, each shown by a test`, faults: caseFaults(rows, { ids: CASE_IDS, read }) };
  },
};
