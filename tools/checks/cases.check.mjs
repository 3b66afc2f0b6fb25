import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { testNames } from './spec-coverage.check.mjs';

const PAGE = 'docs/cases.md';

/**
 * Ids that the table must hold: S as the reference product's server, P as the peers of the field; copied once by hand
 * from the project's notes (2026-11-28).
 */
export const CASE_IDS = [
  'S1',
  'S2',
  'S3',
  'S4',
  'S5',
  'S6',
  'S7',
  'S8',
  'S9',
  'S10',
  'S12',
  'S13',
  'S14',
  'S15',
  'S16',
  'S18',
  'S19',
  'S20',
  'S21',
  'S22',
  'S23',
  'S25',
  'S26',
  'S27',
  'S28',
  'S30',
  'S31',
  'S32',
  'S33',
  'S34',
  'S35',
  'S37',
  'S39',
  'S40',
  'S41',
  'S42',
  'S43',
  'S44',
  'S45',
  'S46',
  'S47',
  'S48',
  'S50',
  'S51',
  'S52',
  'S54',
  'S55',
  'S66',
  'S64',
  'S67',
  'S68',
  'S69',
  'S70',
  'S71',
  'S73',
  'S74',
  'S75',
  'S77',
  'P1',
  'P2',
  'P3',
  'P4',
  'P5',
  'P6',
  'P7',
  'P9',
  'P10',
  'P11',
  'P12',
  'P13',
  'P16',
  'P17',
  'P18',
  'P19',
  'P20',
  'P21',
  'P22',
  'P23',
  'P24',
  'P28',
  'P30',
  'P31',
  'P32',
  'P34',
  'P36',
  'P38',
  'P39',
  'P40',
  'P41',
  'P42',
  'P44',
  'P46',
  'P48',
  'P49',
  'P51',
  'P52',
  'P53',
  'P54',
  'P55',
  'P59',
  'P60',
  'P61',
  'P63',
  'P64',
  'P65',
];

/**
 * Ids that no test of ours can show; their row says why instead (`not ours, because ...`, `comes with ...`).
 * @type {readonly string[]}
 */
export const UNSHOWN = ['S20', 'S35', 'S66', 'S75', 'P39', 'P46', 'P59', 'P60'];

/** @typedef {{ readonly id: string, readonly file: string, readonly test: string }} Row */

/**
 * Rows `| id | wrong -> right | file | test |`; an empty file where the last cell tells why there is no test.
 * @param {string} page
 * @returns {Row[]}
 */
export function caseRows(page) {
  return [...page.matchAll(/^\| ([SP]\d+) \| [^|]* \| (?:`([^`|]*)`)? ?\| ([^|]*) \|$/gm)].map(
    ([, id = '', file = '', test = '']) => ({ id, file, test: test.trim() }),
  );
}

/**
 * @param {readonly Row[]} rows
 * @param {{ ids: readonly string[], unshown?: readonly string[], read: (file: string) => string | null }} given `read`
 *   gives null for a file that is not there
 * @returns {string[]}
 */
export function caseFaults(rows, { ids, unshown = [], read }) {
  const seen = rows.map(({ id }) => id);
  return [
    ...ids.filter((id) => !seen.includes(id)).map((id) => `${id} is missing`),
    ...seen.filter((id, i) => seen.indexOf(id) !== i).map((id) => `${id} stands twice`),
    ...seen.filter((id) => !ids.includes(id)).map((id) => `${id} is not a case of the table`),
    ...rows.flatMap(({ id, file, test }) =>
      unshown.includes(id) ? reasonFault(id, file, test) : testFault(id, test, { file, source: read(file) }),
    ),
  ];
}

/** @param {string} id @param {string} file @param {string} why @returns {string[]} */
function reasonFault(id, file, why) {
  return file === '' && /^(not ours, because|comes with) \S+( \S+){3}/.test(why)
    ? []
    : [`${id}: it has no test, so its row must say why ("not ours, because ...", "comes with ...")`];
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
    const read = (/** @type {string} */ file) =>
      existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null;
    return {
      summary: `${rows.length} cases, ${rows.length - UNSHOWN.length} shown by a test, ${UNSHOWN.length} with the reason why not`,
      faults: caseFaults(rows, { ids: CASE_IDS, unshown: UNSHOWN, read }),
    };
  },
};
