/**
 * `npm run check [-- pattern ...]`: the checks before each commit: lint, drift checks, types and small tests, in
 * parallel.
 */
import { runStages } from './run-stages.mjs';
import { stagesOf } from './stages.mjs';

process.exitCode = await runStages(stagesOf(['types', 'small', 'lint', 'format', 'checks'], process.argv.slice(2)));
