/**
 * `npm test`: runs all stages. A developer may select: `npm test -- [stage ...] [pattern ...]`, for example `npm test
 * -- medium storage`. `--times` prints the durations before the closing line. Temporary files are in memory if there is
 * room for them; TMPDIR selects another place.
 */
import { memoryFolder } from './memory-folder.mjs';
import { runStages } from './run-stages.mjs';
import { ON_DEMAND, STAGES, stagesOf } from './stages.mjs';

const TIMES = '--times';
const args = process.argv.slice(2).filter((arg) => arg !== TIMES);
/** @type {readonly string[]} */
const known = [...STAGES, ...ON_DEMAND];
const stages = args.filter((arg) => known.includes(arg));
const only = args.filter((arg) => !known.includes(arg));
const temporary = process.env['TMPDIR'] === undefined ? memoryFolder() : null;
if (temporary !== null) process.env['TMPDIR'] = temporary.path;
// The installations of tests need no space in reserve.
process.env['VODKEEP_BALLAST_MB'] ??= '0';
process.exitCode = await runStages(stagesOf(stages.length > 0 ? stages : [...STAGES], only), {
  times: process.argv.includes(TIMES),
});
temporary?.remove();
