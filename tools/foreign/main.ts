import { messageOf } from '#libs/errors';
import { chosenProducers } from './arguments.js';
import { PRODUCERS } from './producers/index.js';
import { GOALS, Results } from './results.js';
import { runProducers } from './run-producers.js';

const BROKEN_OFF = 130;

const began = performance.now();
const stopping = new AbortController();
const say = (line: string): void => {
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)}  ${line}`);
};

/** The second signal ends the run at once: the children end with this process. */
function onSignal(): void {
  if (stopping.signal.aborted) process.exit(BROKEN_OFF);
  say('Stopping: the installation is drained (again to cut it short)');
  stopping.abort();
}

async function run(): Promise<number> {
  const chosen = chosenProducers(process.argv.slice(2), PRODUCERS);
  const results = new Results(say);
  say(`${String(chosen.producers.length)} producers; ${GOALS}`);
  await runProducers({ ...chosen, signal: stopping.signal, results, say });
  console.log(results.closingLine);
  if (stopping.signal.aborted) return BROKEN_OFF;
  return results.isGood ? 0 : 1;
}

// Each child process has a listener that ends it with this process.
process.setMaxListeners(0);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

try {
  process.exitCode = await run();
} catch (thrown) {
  console.error(messageOf(thrown));
  process.exitCode = 1;
}
