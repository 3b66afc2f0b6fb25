import { setTimeout as delay } from 'node:timers/promises';

/** Time as the engine sees it; specs pass one they move by hand. */
export interface Clock {
  /** Monotonic, ms; only differences mean something. Goes on while the process is stopped by a signal. */
  now(): number;
  /** ms since the Unix epoch. */
  wall(): number;
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined),
};
