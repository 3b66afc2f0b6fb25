import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { COVERAGE_IDS, COMPLETED_MILESTONES, WITHOUT_TEST } from './coverage-ids.mjs';

const PAGE = 'docs/coverage.md';
/** Rows that show one case each; the names of their tests start with the id. */
const IS_CASE = /^([WP]|sources-|integrity-)\d+$/;

/** @typedef {{ readonly id: string, readonly milestones: readonly string[], readonly test: string }} Row */
/**
 * @typedef {object} Context
 * @property {Readonly<Record<string, readonly string[]>>} ids every id with its milestones
 * @property {readonly string[]} done milestones whose rows need a test
 * @property {readonly string[]} withoutTest ids whose row gives a reason instead of a test
 * @property {(file: string) => string | null} read null: the file does not exist
 */

/**
 * Reads the rows `| id | what holds | with | test |` of the page. A line that starts like a row but does not have this
 * form is a fault.
 * @param {string} page
 * @returns {{ rows: Row[], faults: string[] }}
 */
export function rowsOf(page) {
  const lines = page.split('\n').filter((line) => /^\| *([A-Z]+|sources-|integrity-)\d+ *\|/.test(line));
  const read = lines.map((line) => ({
    line,
    cells: /^\| ((?:[A-Z]+|sources-|integrity-)\d+) \| [^|]+ \| ([^|]+) \| ([^|]*)\|$/.exec(line),
  }));
  return {
    rows: read.flatMap(({ cells }) => {
      const [, id = '', milestones = '', test = ''] = cells ?? [];
      return cells ? [{ id, milestones: milestones.split(',').map((one) => one.trim()), test: test.trim() }] : [];
    }),
    faults: read.filter(({ cells }) => !cells).map(({ line }) => `not a row of four cells: ${line.slice(0, 60)}`),
  };
}

/** Names of the tests in a file: string literals as first arguments. @param {string} source */
export const testNames = (source) =>
  new Set(
    [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g)].map(([, , name = '']) =>
      name.replace(/\\(.)/g, '$1'),
    ),
  );

/** @param {string} page @param {Context} context @returns {string[]} */
export function coverageFaults(page, context) {
  const { rows, faults } = rowsOf(page);
  const seen = rows.map(({ id }) => id);
  return [
    ...faults,
    ...Object.keys(context.ids)
      .filter((id) => !seen.includes(id))
      .map((id) => `${id} is missing`),
    ...seen.filter((id, i) => seen.indexOf(id) !== i).map((id) => `${id} appears twice`),
    ...rows.flatMap((row) => rowFaults(row, context)),
  ];
}

/** @param {Row} row @param {Context} context @returns {string[]} */
function rowFaults(row, context) {
  const { id, milestones, test } = row;
  const expected = context.ids[id];
  if (!expected) return [`${id} is unknown`];
  const faults =
    expected.join() === milestones.join()
      ? []
      : [`${id} comes with ${expected.join(', ')}, not with ${milestones.join(', ')}`];
  if (context.withoutTest.includes(id)) return [...faults, ...reasonFaults(row)];
  const due = expected.find((milestone) => context.done.includes(milestone));
  if (test === '') return due === undefined ? faults : [...faults, `${id} has no test, and ${due} is done`];
  return [...faults, ...test.split('<br>').flatMap((one) => testFaults(id, one, context.read))];
}

/** @param {Row} row @returns {string[]} */
const reasonFaults = ({ id, test }) =>
  /^none:( \S+){4}/.test(test) ? [] : [`${id} has no test: its cell must give the reason (\`none: why\`)`];

/** @param {string} id @param {string} test @param {Context['read']} read @returns {string[]} */
function testFaults(id, test, read) {
  const [file = '', ...rest] = test.split(' > ').map((part) => part.trim());
  const name = rest.join(' > ');
  const source = read(file);
  if (source === null) return [`${id}: ${file} does not exist`];
  if (!testNames(source).has(name)) return [`${id}: ${file} has no test "${name}"`];
  return IS_CASE.test(id) && !name.startsWith(`${id} `) ? [`${id}: the name of its test must start with the id`] : [];
}

/** @type {import('./check.mjs').Check} */
export const coverageCheck = {
  name: 'coverage',
  run(root) {
    const page = readFileSync(path.join(root, PAGE), 'utf8');
    const read = (/** @type {string} */ file) =>
      existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null;
    const { rows } = rowsOf(page);
    const open = rows.filter(({ test }) => test === '').length;
    return {
      summary: `${rows.length} rows: ${rows.length - open - WITHOUT_TEST.length} with a test, ${open} open, ${WITHOUT_TEST.length} with the reason why there is none`,
      faults: coverageFaults(page, { ids: COVERAGE_IDS, done: COMPLETED_MILESTONES, withoutTest: WITHOUT_TEST, read }),
    };
  },
};
