import { setTimeout as wait } from 'node:timers/promises';

/** `pause` rejects if it is aborted. */
export interface PaceClock {
  now(): number;
  pause(ms: number, signal: AbortSignal): Promise<void>;
}
const SYSTEM_PACE_CLOCK: PaceClock = { now: Date.now, pause: (ms, signal) => wait(ms, undefined, { signal }) };

/**
 * Keeps a process below the site's limit of logins and joins (20 in 10 s per IP address,
 * https://dev.twitch.tv/docs/chat/#rate-limits): the site does not answer a client above it. First come, first served.
 */
export class JoinPace {
  /** Times of the last joins, oldest first. */
  private readonly starts: number[] = [];
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly limit: { readonly count: number; readonly inMs: number },
    private readonly clock: PaceClock = SYSTEM_PACE_CLOCK,
  ) {}

  /** Resolves when one more join is allowed. An aborted call uses no slot. */
  take(signal: AbortSignal): Promise<void> {
    this.queue = this.queue.then(() => (signal.aborted ? undefined : this.slot(signal)));
    return this.queue;
  }

  private async slot(signal: AbortSignal): Promise<void> {
    const { count, inMs } = this.limit;
    const [oldest = -Infinity] = this.starts.length < count ? [] : this.starts;
    const waitMs = oldest + inMs - this.clock.now();
    const isIn =
      waitMs <= 0 ||
      (await this.clock.pause(waitMs, signal).then(
        () => true,
        () => false,
      ));
    if (!isIn) return;
    if (this.starts.length >= count) this.starts.shift();
    this.starts.push(this.clock.now());
  }
}
