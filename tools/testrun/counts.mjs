import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
export const NO_TESTS = { passed: 0, failed: 0, skipped: 0 };

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  return all.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    NO_TESTS,
  );
}

/** The last line of a test run. Other programs parse it, so it must not change. @param {Counts} counts */
export const closingLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * A stage that ended with an error, or that counted no test, has failed, whatever its numbers are: a crash must never
 * look like success.
 * @param {Counts} counts
 * @param {number | null} code exit code of its program
 * @returns {Counts}
 */
export function withHiddenFailure(counts, code) {
  const isSilent = counts.passed + counts.failed + counts.skipped === 0;
  return counts.failed === 0 && (code !== 0 || isSilent) ? { ...counts, failed: 1 } : counts;
}

/**
 * Counts of jest's `--json` report. A suite that could not be loaded counts as one failed test.
 * @param {string} text
 * @returns {Counts}
 */
export function fromJest(text) {
  const report = JSON.parse(text);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Counts of Playwright's JSON report. A flaky test, which passed only at a second try, counts as failed.
 * @param {string} text
 * @returns {Counts}
 */
export function fromPlaywright(text) {
  const { stats, errors = [] } = JSON.parse(text);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/**
 * Counts of the closing line of chaos and foreign: `N passed, N failed`, with or without `, N skipped`.
 * @param {string} text
 * @returns {Counts}
 */
export function fromClosingLine(text) {
  const found = [...text.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/gm)].at(-1);
  if (found === undefined) return NO_TESTS;
  return { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3] ?? 0) };
}

/** @param {string} file @param {(text: string) => Counts} parse @returns {Counts} */
export function fromFile(file, parse) {
  try {
    return existsSync(file) ? parse(readFileSync(file, 'utf8')) : NO_TESTS;
  } catch {
    return NO_TESTS; // an incomplete report: the exit code decides
  }
}
