import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { testNames } from './spec-coverage.check.mjs';

const PAGE = 'docs/surprises.md';
const COUNT = 34;

/**
 * Rows of the page whose test is not there, and numbers that are missing or stand twice.
 * @param {string} page
 * @param {(file: string) => string | null} read null: no such file
 * @returns {string[]}
 */
export function surpriseFaults(page, read) {
  const rows = [...page.matchAll(/^\| (E\d+) \| [^|]* \| `([^`|]*)` \| ([^|]*) \|$/gm)].map(
    ([, id = '', file = '', test = '']) => ({ id, file, test: test.trim() }),
  );
  const ids = Array.from({ length: COUNT }, (_, n) => `E${n + 1}`);
  return [
    ...ids.filter((id) => rows.filter((row) => row.id === id).length !== 1).map((id) => `${id} must stand there once`),
    ...rows.filter(({ id }) => !ids.includes(id)).map(({ id }) => `${id} is none of the ${COUNT}`),
    ...rows.flatMap(({ id, file, test }) => {
      const source = read(file);
      if (source === null) return [`${id}: ${file} is not there`];
      return testNames(source).has(test) ? [] : [`${id}: ${file} has no test "${test}"`];
    }),
  ];
}

/** @type {import('./check.mjs').Check} */
export const surprisesCheck = {
  name: 'surprises',
  run(root) {
    const read = (/** @type {string} */ file) =>
      existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null;
    return {
      summary: `${COUNT} surprises of the reference, each with the test that shows it is not ours`,
      faults: surpriseFaults(readFileSync(path.join(root, PAGE), 'utf8'), read),
    };
  },
};
