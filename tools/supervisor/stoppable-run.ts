import { messageOf } from '#libs/errors';

/** Exit code after a signal. */
const INTERRUPTED = 130;

/** What a run gets: a signal that stops it, and its log, whose lines begin with the seconds since its start. */
export interface RunContext {
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/**
 * Runs the program of a terminal and sets the exit code of this process: 0; 1 if `run` throws or returns false; 130 if it
 * returns after SIGINT, SIGTERM or SIGHUP. The first signal stops the run; the second ends this process at once, and its
 * children with it.
 * @param onStop printed at the first signal
 * @param run returns whether all is well
 */
export async function stoppableRun(onStop: string, run: (context: RunContext) => Promise<boolean>): Promise<void> {
  const began = performance.now();
  const stopping = new AbortController();
  const say = (line: string): void => {
    console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)}  ${line}`);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(INTERRUPTED);
      say(onStop);
      stopping.abort();
    });
  try {
    const isGood = await run({ signal: stopping.signal, say });
    process.exitCode = stopping.signal.aborted ? INTERRUPTED : Number(!isGood);
  } catch (thrown) {
    console.error(messageOf(thrown));
    process.exitCode = 1;
  }
}
