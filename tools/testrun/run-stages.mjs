import { closingLine, sum } from './counts.mjs';
import { runStage } from './run-stage.mjs';

/** @typedef {import('./run-stage.mjs').Stage} Stage */

const SIDE_BY_SIDE = 2;

/**
 * Runs all groups, prints the closing line, and says what the exit code shall be.
 * @param {Stage[][]} groups
 * @returns {Promise<number>}
 */
export async function runStages(groups) {
  /** @type {import('./counts.mjs').Counts[]} */
  const all = [];
  for (const group of groups) {
    const waiting = [...group];
    await Promise.all(
      Array.from({ length: SIDE_BY_SIDE }, async () => {
        for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) all.push(await runStage(stage));
      }),
    );
  }
  const total = sum(all);
  console.log(closingLine(total));
  const mayNotSkip = ['1', 'true'].includes(process.env['CI'] ?? '');
  return total.failed > 0 || all.length === 0 || (mayNotSkip && total.skipped > 0) ? 1 : 0;
}
