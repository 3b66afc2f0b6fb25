import { messageOf } from '#libs/errors';
import { parseArguments } from './arguments.js';
import { demoPort, simulatedSites, startDemo } from './demo.js';
import { explainFullDisk } from './disk-space.js';
import { startHouse, type House } from './house.js';
import type { HouseOptions } from './house-options.js';
import { houseOptions } from './settings.js';
import { StopSignals } from './stop-signals.js';

const say = (line: string): void => {
  console.log(line);
};
const stopping = new AbortController();
const stopped = Promise.withResolvers<Error | null>();
const signals = new StopSignals();

function onSignal(signal: NodeJS.Signals): void {
  const wish = signals.read(signal, performance.now());
  // The children end with our pipes.
  if (wish === 'cut-short') process.exit(1);
  if (wish === 'nothing') return;
  say('Stopping: running captures are sealed first (press Ctrl-C again to cut it short)');
  stopping.abort();
  stopped.resolve(null);
}

/** From the page: the same as the first signal. */
function onStopAsked(): void {
  if (signals.read('SIGTERM', performance.now()) !== 'stop') return;
  say('Stopping on the wish of the operator: running captures are sealed first');
  stopping.abort();
  stopped.resolve(null);
}

async function run(): Promise<number> {
  const wanted = parseArguments(process.argv.slice(2));
  const { umask, ...options } = houseOptions(wanted, process.env);
  // Whatever the operator's shell has: media servers of other users must be able to read the library.
  process.umask(umask);
  say(`Starting Vodkeep on ${options.dataDir}`);
  try {
    return await runUntilStopped(options, wanted.demo);
  } catch (thrown) {
    throw explainFullDisk(thrown, options.dataDir);
  }
}

async function runUntilStopped(options: HouseOptions, demo: boolean): Promise<number> {
  const port = demo ? await demoPort(options.dataDir) : null;
  const env = port === null ? {} : { env: { ...options.env, ...simulatedSites(port) } };
  const house = await startHouse({
    ...options,
    ...env,
    say,
    signal: stopping.signal,
    onStopAsked,
    onFatal: (fault) => {
      stopped.resolve(fault);
    },
  });
  try {
    if (port !== null) await startDemo(house, { port, say });
    say(`Vodkeep is ready: ${house.url}`);
    return await untilStopped(house);
  } finally {
    await house.stop();
    say('Stopped');
  }
}

async function untilStopped(house: House): Promise<number> {
  const fault = await stopped.promise;
  if (fault !== null) console.error(`${house.url} stops: ${fault.message}`);
  return fault === null ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

try {
  process.exitCode = await run();
} catch (thrown) {
  if (!stopping.signal.aborted) console.error(messageOf(thrown));
  process.exitCode = stopping.signal.aborted ? 0 : 1;
}
