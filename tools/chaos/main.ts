import { messageOf } from '#libs/errors';
import { chaosArguments, type Suite } from './arguments.js';
import { runLibrary } from './library/run-library.js';
import { LIBRARY } from './library/scenarios.js';
import { Results } from './run/results.js';
import { runChaos } from './run/run-chaos.js';
import { SPINE } from './scenarios/index.js';
import { runTwitch } from './twitch/run-twitch.js';
import { TWITCH } from './twitch/scenarios/index.js';

const BROKEN_OFF = 130;
/**
 * Suites of one group run in parallel, because they wait most of the time. The spine has three installations of its
 * own.
 */
const SIDE_BY_SIDE: readonly (readonly Suite[])[] = [['spine'], ['twitch', 'library']];

const began = performance.now();
const stopping = new AbortController();
const say = (line: string): void => {
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)}  ${line}`);
};

/** The second signal ends the run at once: the children end when the pipes of this process close. */
function onSignal(): void {
  if (stopping.signal.aborted) process.exit(BROKEN_OFF);
  say('Stopping: installations are drained (again to cut it short)');
  stopping.abort();
}

async function run(): Promise<number> {
  const wanted = chaosArguments(
    process.argv.slice(2),
    [...SPINE, ...TWITCH, ...LIBRARY].map(({ name }) => name),
  );
  const results = new Results(say);
  const { signal } = stopping;
  const suites: Readonly<Record<Suite, () => Promise<void>>> = {
    spine: () => runChaos({ wanted, scenarios: SPINE, signal, results, say }),
    twitch: () => runTwitch({ wanted, scenarios: TWITCH, signal, results, say }),
    library: () => runLibrary({ wanted, signal, results, say }),
  };
  for (const group of SIDE_BY_SIDE) {
    if (!signal.aborted)
      await Promise.all(group.filter((suite) => wanted.suites.includes(suite)).map((suite) => suites[suite]()));
  }
  console.log(results.closingLine);
  if (stopping.signal.aborted) return BROKEN_OFF;
  return results.failed === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

try {
  process.exitCode = await run();
} catch (thrown) {
  console.error(messageOf(thrown));
  process.exitCode = 1;
}
