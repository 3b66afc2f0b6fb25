/**
 * `npm test`: all stages. For a developer: `npm test -- [stage ...] [pattern ...]`, as in `npm test -- medium storage`.
 * `--times` prints where the time went, before the closing line.
 */
import { runStages } from './run-stages.mjs';
import { STAGES, stagesOf } from './stages.mjs';

const TIMES = '--times';
const words = process.argv.slice(2).filter((word) => word !== TIMES);
/** @type {readonly string[]} */
const known = STAGES;
const asked = words.filter((word) => known.includes(word));
const only = words.filter((word) => !known.includes(word));
process.exitCode = await runStages(stagesOf(asked.length > 0 ? asked : [...known], only), {
  times: process.argv.includes(TIMES),
});
