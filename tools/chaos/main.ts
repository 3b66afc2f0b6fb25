import { stoppableRun } from '../supervisor/stoppable-run.js';
import { chaosArguments, type Suite } from './arguments.js';
import { runAutomation } from './automation/run-automation.js';
import { AUTOMATION } from './automation/scenarios.js';
import { DISK } from './disk/index.js';
import { runLibrary } from './library/run-library.js';
import { LIBRARY } from './library/scenarios.js';
import { Results } from './run/results.js';
import { runChaos } from './run/run-chaos.js';
import { SPINE } from './scenarios/index.js';
import { runTwitch } from './twitch/run-twitch.js';
import { TWITCH } from './twitch/scenarios/index.js';

await stoppableRun(
  'Stopping: installations are drained (press Ctrl-C again to end at once)',
  async ({ signal, say }) => {
    const wanted = chaosArguments(
      process.argv.slice(2),
      [...SPINE, ...TWITCH, ...LIBRARY, ...AUTOMATION, ...DISK].map(({ name }) => name),
    );
    const results = new Results(say);
    const suites: Readonly<Record<Suite, () => Promise<void>>> = {
      spine: () => runChaos({ wanted, scenarios: SPINE, signal, results, say }),
      twitch: () => runTwitch({ wanted, scenarios: TWITCH, signal, results, say }),
      library: () => runLibrary({ wanted, signal, results, say }),
      automation: () => runAutomation({ wanted, signal, results, say }),
      disk: () => runChaos({ wanted, scenarios: DISK, signal, results, say }),
    };
    if (process.argv[2] === 'all' && !wanted.suites.includes('disk'))
      console.log(
        'disk is left out: only root may mount the full and the read-only disk. Run: sudo npm run chaos -- disk',
      );
    // They wait most of the time.
    await Promise.all(wanted.suites.map((suite) => suites[suite]()));
    console.log(results.closingLine);
    return results.failed === 0;
  },
);
