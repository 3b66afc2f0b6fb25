import { relative } from 'node:path';

/** @typedef {{ readonly name: string, readonly seconds: number }} Timed */

const SLOWEST = 20;

/**
 * Duration of each suite of jest's `--json` report.
 * @param {string} text
 * @param {string} root folder to which the names of the suites are relative
 * @returns {Timed[]}
 */
export const suitesOfJest = (text, root) =>
  JSON.parse(text).testResults.map(
    /** @param {{ name: string, startTime: number, endTime: number }} suite */
    ({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: (endTime - startTime) / 1000 }),
  );

/**
 * Duration of the tests of each file of Playwright's JSON report.
 * @param {string} text
 * @returns {Timed[]}
 */
export const suitesOfPlaywright = (text) =>
  JSON.parse(text).suites.map(
    /** @param {PlaywrightSuite} suite */
    (suite) => ({ name: suite.title, seconds: secondsOf(suite) }),
  );

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} title
 * @property {{ tests: { results: { duration: number }[] }[] }[]} [specs]
 * @property {PlaywrightSuite[]} [suites]
 */

/** @param {PlaywrightSuite} suite @returns {number} */
const secondsOf = ({ specs = [], suites = [] }) =>
  specs
    .flatMap(({ tests }) => tests)
    .flatMap(({ results }) => results)
    .reduce((sum, { duration }) => sum + duration / 1000, 0) + suites.reduce((sum, suite) => sum + secondsOf(suite), 0);

/**
 * Lines of `npm test -- --times`: each stage, then the 20 slowest suites, slowest first.
 * @param {readonly Timed[]} stages
 * @param {readonly Timed[]} suites
 * @returns {string[]}
 */
export const timeLines = (stages, suites) => [
  'stages:',
  ...stages.map(line),
  `the ${SLOWEST} slowest suites:`,
  ...suites
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(line),
];

/** @param {Timed} timed */
const line = ({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`;
