import { setTimeout as delay } from 'node:timers/promises';

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
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined),
};
