/**
 * `npm run check [-- pattern ...]`: what a developer runs before each commit: lint, drift checks, types and small
 * tests, side by side.
 */
import { runStages } from './run-stages.mjs';
import { stagesOf } from './stages.mjs';

const onSetupGone = () => {
  process.exit(1);
};
process.on('disconnect', onSetupGone);
process.exitCode = await runStages(stagesOf(['types', 'small', 'lint', 'format', 'checks'], process.argv.slice(2)));
process.off('disconnect', onSetupGone);
if (process.connected) process.disconnect();
