import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fromClosingLine, fromFile, fromJest, fromPlaywright } from './counts.mjs';
import { ROOT } from './run-stages.mjs';
import { suitesOfJest, suitesOfPlaywright } from './times.mjs';

/** @typedef {import('./run-stages.mjs').Stage} Stage */

const node = process.execPath;
const REPORTS = join(ROOT, '.cache/testrun');
/** @param {string} path */
const at = (path) => join(ROOT, path);
/** @param {string} path */
const isThere = (path) => existsSync(at(path));

/** The services start dozens of times. Each start compiles megabytes of bundles again without the cache. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: at('.cache/compiled') };

/** A stage without counts of its own is one test. @type {Stage['count']} */
const asOneTest = (_output, code) =>
  code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };

/** @param {string[]} only patterns of file names; none: all @returns {Stage[]} */
function lint(only) {
  const files = only.length > 0 ? only : ['.'];
  return [
    {
      name: 'lint',
      file: node,
      args: [at('node_modules/eslint/bin/eslint.js'), '--cache', '--cache-location', at('.cache/eslint'), ...files],
      count: asOneTest,
    },
    {
      name: 'lint types',
      file: node,
      args: [at('node_modules/oxlint/bin/oxlint'), '--quiet', ...files],
      count: asOneTest,
    },
  ];
}

/** @returns {Stage[]} */
function format() {
  return [{ name: 'format', file: node, args: [at('node_modules/oxfmt/bin/oxfmt'), '--check', '.'], count: asOneTest }];
}

/** @returns {Stage[]} */
function checks() {
  return isThere('tools/checks/run.mjs')
    ? [{ name: 'checks', file: node, args: [at('tools/checks/run.mjs')], count: asOneTest }]
    : [];
}

/** @returns {Stage[]} */
function types() {
  const tsc = at('node_modules/typescript-7/bin/tsc');
  const projects = { 'types': 'tsconfig.json', 'types web': 'apps/web/tsconfig.json' };
  return Object.entries(projects).map(([name, project]) => ({
    name,
    file: node,
    args: [tsc, '--noEmit', '-p', at(project)],
    count: asOneTest,
  }));
}

/** Medium specs mostly wait, and they take longer than the other stages beside them. */
const WORKERS = { small: '2', medium: '3', long: '1' };

/** @param {'small' | 'medium' | 'long'} layer @param {string[]} only @returns {Stage} */
function jest(layer, only) {
  const report = join(REPORTS, `${layer}.json`);
  rmSync(report, { force: true });
  return {
    name: layer,
    file: node,
    args: [
      at('node_modules/jest/bin/jest.js'),
      '--selectProjects',
      layer,
      '--json',
      '--outputFile',
      report,
      '--maxWorkers',
      WORKERS[layer],
      ...patterns(only),
    ],
    count: () => fromFile(report, fromJest),
    suites: () => timesOf(report, (text) => suitesOfJest(text, ROOT)),
  };
}

/** With --json, jest also prints its report on stdout; the summary on stderr is enough. @param {string[]} only */
const patterns = (only) => (only.length > 0 ? ['--testPathPatterns', ...only] : []);

/** @param {string} name @param {string[]} args @returns {Stage} */
function playwright(name, args) {
  const report = join(REPORTS, `${name}.json`);
  rmSync(report, { force: true });
  return {
    name,
    file: node,
    args,
    env: { ...COMPILE_CACHE, PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    count: () => fromFile(report, fromPlaywright),
    suites: () => timesOf(report, suitesOfPlaywright),
  };
}

/**
 * @param {string} report
 * @param {(text: string) => import('./times.mjs').Timed[]} read
 */
const timesOf = (report, read) => (existsSync(report) ? read(readFileSync(report, 'utf8')) : []);

/** @param {string[]} only @param {Record<string, string>} [env] @returns {Stage[]} */
function e2e(only, env = {}) {
  const config = [
    'playwright.config.ts',
    'playwright.config.mjs',
    'apps/web/playwright.config.ts',
    'apps/web/playwright.config.mjs',
    'apps/web/e2e/playwright.config.ts',
    'apps/web/e2e/playwright.config.mjs',
  ].find(isThere);
  if (config === undefined || !readdirSync(at('apps/web/e2e')).some((name) => name.endsWith('.e2e.ts'))) return [];
  const cli = [at('node_modules/@playwright/test/cli.js'), 'test', '-c', at(config), '--reporter=list,json'];
  const stage = playwright('e2e', [...cli, ...only]);
  return [{ ...stage, env: { ...stage.env, ...env } }];
}

/** @param {string[]} only @returns {Stage[]} */
function chaos(only) {
  if (!isThere('dist/tools/chaos/main.js')) return [];
  return [
    {
      name: 'chaos',
      file: node,
      args: [at('dist/tools/chaos/main.js'), 'all', '--short', ...(only.length > 0 ? ['--only', only.join(',')] : [])],
      env: COMPILE_CACHE,
      count: fromClosingLine,
    },
  ];
}

/** @param {string[]} only @returns {Stage[]} */
function thirdParty(only) {
  if (!isThere('dist/tools/foreign/main.js')) return [];
  return [
    {
      name: 'foreign',
      file: node,
      args: [at('dist/tools/foreign/main.js'), '--short', ...only],
      env: COMPILE_CACHE,
      count: fromClosingLine,
    },
  ];
}

export const STAGES = /** @type {const} */ ([
  'lint',
  'format',
  'checks',
  'types',
  'small',
  'medium',
  'chaos',
  'foreign',
  'e2e',
]);

/** Stages that run only if they are named. */
export const ON_DEMAND = /** @type {const} */ (['long']);

/**
 * The requested stages in the order in which to start them. Two run in parallel: chaos, foreign and e2e mostly wait for
 * streams in real time, and leave a core to the medium tests.
 * @param {readonly string[]} names
 * @param {string[]} only patterns that the programs use as a filter
 * @returns {Stage[]}
 */
export function stagesOf(names, only) {
  mkdirSync(REPORTS, { recursive: true });
  /** @type {Record<typeof STAGES[number] | typeof ON_DEMAND[number], () => Stage[]>} */
  const makers = {
    lint: () => lint(only),
    format,
    checks,
    types,
    small: () => [jest('small', only)],
    medium: () => [jest('medium', only)],
    chaos: () => chaos(only),
    foreign: () => thirdParty(only),
    e2e: () => e2e(only),
    long: () => [jest('long', only), ...e2e(['--project=unattended', ...only], { VODKEEP_LONG: '1' })],
  };
  return [...STAGES, ...ON_DEMAND].filter((name) => names.includes(name)).flatMap((name) => makers[name]());
}
