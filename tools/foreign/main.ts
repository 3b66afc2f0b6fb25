import { stoppableRun } from '../supervisor/stoppable-run.js';
import { chosenProducers } from './arguments.js';
import { PRODUCERS } from './producers/index.js';
import { GOALS, Results } from './results.js';
import { runProducers } from './run-producers.js';

// Each child process has a listener that ends it with this process.
process.setMaxListeners(0);

await stoppableRun(
  'Stopping: the installation is drained (press Ctrl-C again to end at once)',
  async ({ signal, say }) => {
    const chosen = chosenProducers(process.argv.slice(2), PRODUCERS);
    const results = new Results(say);
    say(`${String(chosen.producers.length)} producers; ${GOALS}`);
    await runProducers({ ...chosen, signal, results, say });
    console.log(results.closingLine);
    return results.isGood;
  },
);
