import { setImmediate as turn } from 'node:timers/promises';

/** More waits than any capture of a case needs; the capture does not end. */
const MAX_WAITS = 5000;
/** Turns of the event loop after which everything that does not wait for the clock has happened. */
const QUIET_TURNS = 3;

interface Waiter {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that goes on to the next wait as soon as nothing else happens. */
export class VirtualClock {
  private time = 0;
  private waits = 0;
  private readonly waiters: Waiter[] = [];

  constructor(private readonly origin: number) {}

  readonly now = (): number => this.time;
  readonly wall = (): number => this.origin + this.time;
  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      this.waits += 1;
      this.waiters.push({ at: this.time + Math.max(0, ms), wake: resolve });
      signal?.addEventListener('abort', () => {
        resolve();
      });
    });
  };

  /**
   * @param isOver the work has ended
   * @param isBusy something goes on that does not wait for the clock
   * @throws TypeError: the work waits too often, or for nothing
   */
  async runUntil(isOver: () => boolean, isBusy: () => boolean): Promise<void> {
    while (!isOver()) {
      for (let n = 0; n < QUIET_TURNS && !isOver(); n = isBusy() ? 0 : n + 1) await turn();
      if (isOver()) return;
      const next = this.waiters.sort((a, b) => a.at - b.at).shift();
      if (!next) throw new TypeError('the capture waits for nothing');
      if (this.waits > MAX_WAITS || Number.isNaN(next.at)) throw new TypeError('the capture does not end');
      this.time = Math.max(this.time, next.at);
      next.wake();
    }
  }
}
