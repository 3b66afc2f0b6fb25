import { clearTimeout, setTimeout } from 'node:timers';

/** The engine's source of time; specs pass one that they advance manually. */
export interface Clock {
  /** Monotonic, ms; only differences are meaningful. Continues while a signal has stopped the process. */
  now(): number;
  /** ms since the Unix epoch. */
  wall(): number;
  /** Resolves after `ms`, or immediately if the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  sleep,
};

/** Each poll of a list ends a sleep, so no error with its stack is made of it, as `node:timers/promises` does. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
