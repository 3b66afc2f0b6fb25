import { messageOf } from '#libs/errors';
import { parseArguments } from './arguments.js';
import { demoPort, simulatedSites, startDemo } from './demo.js';
import { explainFullDisk } from './disk-space.js';
import { startInstallation, type Installation } from './installation.js';
import type { InstallationOptions } from './installation-options.js';
import { installationOptions } from './settings.js';
import { StopSignals } from './stop-signals.js';

const say = (line: string): void => {
  console.log(line);
};
const stopping = new AbortController();
const stopped = Promise.withResolvers<Error | null>();
const signals = new StopSignals();

function onSignal(signal: NodeJS.Signals): void {
  const request = signals.read(signal, performance.now());
  // The children end when the pipes of this process close.
  if (request === 'cut-short') process.exit(1);
  if (request === 'nothing') return;
  say('Stopping: running captures are sealed first (press Ctrl-C again to cut it short)');
  stopping.abort();
  stopped.resolve(null);
}

/** A stop request from the page has the same effect as the first signal. */
function onStopRequested(): void {
  if (signals.read('SIGTERM', performance.now()) !== 'stop') return;
  say("Stopping at the operator's request: running captures are sealed first");
  stopping.abort();
  stopped.resolve(null);
}

async function run(): Promise<number> {
  const wanted = parseArguments(process.argv.slice(2));
  const { umask, ...options } = installationOptions(wanted, process.env);
  // Overrides the umask of the operator's shell: media servers of other users must be able to read the library.
  process.umask(umask);
  say(`Starting Vodkeep on ${options.dataDir}`);
  try {
    return await runUntilStopped(options, wanted.demo);
  } catch (thrown) {
    throw explainFullDisk(thrown, options.dataDir);
  }
}

async function runUntilStopped(options: InstallationOptions, demo: boolean): Promise<number> {
  const port = demo ? await demoPort(options.dataDir) : null;
  const env = port === null ? {} : { env: { ...options.env, ...simulatedSites(port) } };
  const installation = await startInstallation({
    ...options,
    ...env,
    say,
    signal: stopping.signal,
    onStopRequested,
    onFatal: (fault) => {
      stopped.resolve(fault);
    },
  });
  try {
    if (port !== null) await startDemo(installation, { port, say });
    say(`Vodkeep is ready: ${installation.url}`);
    return await untilStopped(installation);
  } finally {
    await installation.stop();
    say('Stopped');
  }
}

async function untilStopped(installation: Installation): Promise<number> {
  const fault = await stopped.promise;
  if (fault !== null) console.error(`${installation.url} stops: ${fault.message}`);
  return fault === null ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

try {
  process.exitCode = await run();
} catch (thrown) {
  if (!stopping.signal.aborted) console.error(messageOf(thrown));
  process.exitCode = stopping.signal.aborted ? 0 : 1;
}
