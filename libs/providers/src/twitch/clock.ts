import { setTimeout as pause } from 'node:timers/promises';

/** The adapter's source of time; tests pass their own. */
export interface Clock {
  /** ms since the Unix epoch */
  now(): number;
  /** @throws the signal's reason if it is aborted */
  pause(waitMs: number, signal: AbortSignal): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = { now: Date.now, pause: (waitMs, signal) => pause(waitMs, undefined, { signal }) };
