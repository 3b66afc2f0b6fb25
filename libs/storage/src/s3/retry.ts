import { setTimeout as delay } from 'node:timers/promises';
import { type AppError } from '#libs/errors';

/** Three tries within a second or so: a restarted proxy, a stale connection. Longer waits belong to the queue. */
const TRIES = 3;
const FIRST_WAIT_MS = 200;

interface Options {
  readonly toFault: (thrown: unknown) => AppError;
  readonly isPassing: (fault: AppError) => boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * Does `work` again after a passing fault; it must be safe to repeat.
 * @throws the signal's reason, else the last fault
 */
export async function retried<T>(work: () => Promise<T>, { toFault, isPassing, signal }: Options): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const fault = toFault(error);
      if (tries === TRIES || !isPassing(fault)) throw fault;
      await delay(FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2));
    }
  }
}
