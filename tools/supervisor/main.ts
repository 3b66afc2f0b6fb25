import { messageOf } from '#libs/errors';
import { parseArguments } from './arguments.js';
import { demoPort, simulatedSites, startDemo } from './demo.js';
import { startHouse, type House } from './house.js';
import { houseOptions } from './settings.js';

const say = (line: string): void => {
  console.log(line);
};
const stopping = new AbortController();
const stopped = Promise.withResolvers<Error | null>();

const SAME_KEYPRESS_MS = 1500;
let asked = 0;

/** The first signal drains; a later one is for an operator who can't wait: the children are cut off by their pipes. */
function onSignal(): void {
  // A Ctrl-C comes twice: from the terminal, and passed on by npm or set-up.
  if (stopping.signal.aborted && performance.now() - asked > SAME_KEYPRESS_MS) process.exit(1);
  if (stopping.signal.aborted) return;
  asked = performance.now();
  say('Stopping: running captures are sealed first (press Ctrl-C again to cut it short)');
  stopping.abort();
  stopped.resolve(null);
}

/** From the page: the same as the first signal. */
function onStopAsked(): void {
  if (stopping.signal.aborted) return;
  say('Stopping on the wish of the operator: running captures are sealed first');
  stopping.abort();
  stopped.resolve(null);
}

async function run(): Promise<number> {
  const wanted = parseArguments(process.argv.slice(2));
  const options = houseOptions(wanted, process.env);
  say(`Starting Vodkeep on ${options.dataDir}`);
  const port = wanted.demo ? await demoPort(options.dataDir) : null;
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
// Set-up holds the other end: should it be killed, nobody could stop us any more.
const onSetupGone = (): void => {
  if (!stopping.signal.aborted) onSignal();
};
process.on('disconnect', onSetupGone);

try {
  process.exitCode = await run();
} catch (thrown) {
  if (!stopping.signal.aborted) console.error(messageOf(thrown));
  process.exitCode = stopping.signal.aborted ? 0 : 1;
}
process.off('disconnect', onSetupGone);
if (process.connected) process.disconnect();
