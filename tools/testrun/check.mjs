/**
 * `npm run check [-- pattern ...]`: what a developer runs before each commit: lint, drift checks, types and small
 * tests, side by side.
 */
import { runStages } from './run-stages.mjs';
import { stagesOf } from './stages.mjs';

process.exitCode = await runStages(stagesOf(['types', 'small', 'lint', 'format', 'checks'], process.argv.slice(2)));
