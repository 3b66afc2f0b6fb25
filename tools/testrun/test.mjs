/**
 * `npm test`: all stages. For a developer: `npm test -- [stage ...] [pattern ...]`, as in `npm test -- medium storage`.
 * `--times` prints where the time went, before the closing line.
 */
import { runStages } from './run-stages.mjs';
import { STAGES, stagesOf } from './stages.mjs';

const TIMES = '--times';
const args = process.argv.slice(2).filter((arg) => arg !== TIMES);
/** @type {readonly string[]} */
const known = STAGES;
const stages = args.filter((arg) => known.includes(arg));
const only = args.filter((arg) => !known.includes(arg));
process.exitCode = await runStages(stagesOf(stages.length > 0 ? stages : [...known], only), {
  times: process.argv.includes(TIMES),
});
