import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { RESOLVED, SPEC_IDS } from './spec-ids.mjs';

const PAGE = 'docs/spec-coverage.md';
const OPEN = /^TODO-[a-z]+$/;

/** @typedef {{ readonly id: string, readonly by: readonly string[], readonly test: string }} Row */

/** @param {string} page @returns {Row[]} */
export function rowsOf(page) {
  return [...page.matchAll(/^\| ([A-Z]+\d+) \| [^|]* \| .* \| ([^|]*) \| ?([^|]*)\|$/gm)].map(
    ([, id = '', by = '', test = '']) => ({ id, by: by.split(',').map((one) => one.trim()), test: test.trim() }),
  );
}

/** Names of tests in a file: first arguments that are texts. @param {string} source */
export const testNames = (source) =>
  new Set(
    [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g)].map(([, , name = '']) =>
      name.replace(/\\(.)/g, '$1'),
    ),
  );

/**
 * @param {readonly Row[]} rows
 * @param {{ ids: Readonly<Record<string, readonly string[]>>, resolved: readonly string[], read: (file: string) =>
 *   string | null }} given `read` gives null for a file that is not there
 * @returns {string[]}
 */
export function coverageFaults(rows, { ids, resolved, read }) {
  const seen = rows.map(({ id }) => id);
  return [
    ...Object.keys(ids)
      .filter((id) => !seen.includes(id))
      .map((id) => `${id} is missing`),
    ...seen.filter((id, i) => seen.indexOf(id) !== i).map((id) => `${id} stands twice`),
    ...rows.flatMap((row) => rowFaults(row, ids[row.id], resolved).concat(testFaults(row, read))),
  ];
}

/** @param {Row} row @param {readonly string[] | undefined} by @param {readonly string[]} resolved */
function rowFaults({ id, by: said, test }, by, resolved) {
  if (!by) return [`${id} is not an id of the specification`];
  const faults = by.join() === said.join() ? [] : [`${id} is delivered by ${by.join(', ')}, not by ${said.join(', ')}`];
  const due = by.find((issue) => resolved.includes(issue));
  return due !== undefined && (test === '' || OPEN.test(test))
    ? [...faults, `${id} has no test, and ${due} is resolved`]
    : faults;
}

/** @param {Row} row @param {(file: string) => string | null} read */
function testFaults({ id, test }, read) {
  if (test === '' || OPEN.test(test)) return [];
  return test.split('<br>').flatMap((one) => {
    const [file = '', ...name] = one.split(' > ').map((part) => part.trim().replace(/^`|`$/g, ''));
    const source = read(file);
    if (source === null) return [`${id}: ${file} is not there`];
    return testNames(source).has(name.join(' > ')) ? [] : [`${id}: ${file} has no test "${name.join(' > ')}"`];
  });
}

/** @type {import('./check.mjs').Check} */
export const specCoverageCheck = {
  name: 'spec-coverage',
  run(root) {
    const rows = rowsOf(readFileSync(path.join(root, PAGE), 'utf8'));
    const read = (/** @type {string} */ file) =>
      existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null;
    const [open, shown] = [
      rows.filter(({ test }) => OPEN.test(test)),
      rows.filter(({ test }) => test !== '' && !OPEN.test(test)),
    ];
    const summary = `${rows.length} ids, ${shown.length} shown by a test${open.length > 0 ? `, still to do: ${open.map(({ id }) => id).join(' ')}` : ''}`;
    return { summary, faults: coverageFaults(rows, { ids: SPEC_IDS, resolved: RESOLVED, read }) };
  },
};
