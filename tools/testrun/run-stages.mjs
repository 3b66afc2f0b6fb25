import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { closingLine, sum, withHiddenFailure } from './counts.mjs';
import { timeLines } from './times.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {import('./times.mjs').Timed} Timed */

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} file
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 * @property {(output: string, code: number | null) => Counts} count
 * @property {() => Timed[]} [suites] how long each of its suites ran
 */

const PARALLEL_STAGES = 2;

/**
 * Runs the stages in order, two at a time, prints the closing line, and returns the exit code.
 * @param {readonly Stage[]} stages
 * @param {{ readonly times?: boolean }} [options] `times`: prints the durations
 * @returns {Promise<number>}
 */
export async function runStages(stages, { times = false } = {}) {
  /** @type {Counts[]} */
  const all = [];
  /** @type {Timed[]} */
  const timed = [];
  const waiting = [...stages];
  await Promise.all(
    Array.from({ length: PARALLEL_STAGES }, async () => {
      for (let stage = waiting.shift(); stage !== undefined && !isInterrupted; stage = waiting.shift()) {
        const started = performance.now();
        all.push(await runStage(stage));
        timed.push({ name: stage.name, seconds: (performance.now() - started) / 1000 });
      }
    }),
  );
  if (times)
    console.log(
      timeLines(
        timed,
        stages.flatMap(({ suites }) => suites?.() ?? []),
      ).join('\n'),
    );
  const total = sum(all);
  console.log(closingLine(total));
  return isInterrupted ? 130 : exitCodeOf(all.length > 0 ? total : { ...total, failed: 1 });
}

/** In CI, a skipped test counts as a failure. @param {Counts} total */
const exitCodeOf = ({ failed, skipped }) =>
  failed > 0 || (skipped > 0 && ['1', 'true'].includes(process.env['CI'] ?? '')) ? 1 : 0;

export const ROOT = resolve(import.meta.dirname, '../..');
const MAX_OUTPUT_CHARS = 100_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let isInterrupted = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    isInterrupted = true;
  });
}

/**
 * Runs one stage. Prints its lines as they arrive, each with the stage's name in front.
 * @param {Stage} stage
 * @returns {Promise<Counts>}
 */
async function runStage({ name, file, args, env = {}, count }) {
  const started = performance.now();
  const child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output = (output + line + '\n').slice(-MAX_OUTPUT_CHARS);
      console.log(`[${name}] ${line}`);
    });
  }
  /** @type {number | null} */
  const code = await new Promise((done) => {
    child.once('close', done).once('error', (fault) => {
      console.log(`[${name}] ${fault.message}`);
      done(-1);
    });
  });
  running.delete(child);
  const counts = withHiddenFailure(count(output, code), code);
  console.log(
    `[${name}] ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  return counts;
}
