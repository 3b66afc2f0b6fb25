import { stoppableRun } from '../supervisor/stoppable-run.js';
import { chosenPrograms } from './arguments.js';
import { PRODUCERS } from './producers/index.js';
import { RECEIVERS } from './receivers/index.js';
import { GOALS, Results } from './results.js';
import { runPrograms } from './run-programs.js';

// Each child process has a listener that ends it with this process.
process.setMaxListeners(0);

await stoppableRun(
  'Stopping: the installation is drained (press Ctrl-C again to end at once)',
  async ({ signal, say }) => {
    const { chosen, isShort } = chosenPrograms(process.argv.slice(2), [...PRODUCERS, ...RECEIVERS]);
    const producers = PRODUCERS.filter((one) => chosen.includes(one));
    const receivers = RECEIVERS.filter((one) => chosen.includes(one));
    const results = new Results(say);
    say(`${String(producers.length)} producers; ${GOALS}; ${String(receivers.length)} receivers of notifications`);
    await runPrograms({ producers, receivers, isShort, signal, results, say });
    console.log(results.closingLine);
    return results.isGood;
  },
);
