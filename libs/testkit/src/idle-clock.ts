import { setImmediate } from 'node:timers/promises';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Turns of the event loop after which code that waits for no sleep has come to rest. */
const TURNS = 3;

/**
 * A clock whose time goes on to the end of the next sleep as soon as nothing else happens; same shape as the HLS engine's
 * `Clock`. It begins at 0.
 */
export class IdleClock {
  private time = 0;
  private sleepers: Sleeper[] = [];

  readonly now = (): number => this.time;
  readonly wall = (): number => this.time;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const sleeper: Sleeper = {
        at: this.time + ms,
        wake: () => {
          this.sleepers = this.sleepers.filter((other) => other !== sleeper);
          signal?.removeEventListener('abort', sleeper.wake);
          resolve();
        },
      };
      this.sleepers.push(sleeper);
      if (signal?.aborted === true) sleeper.wake();
      else signal?.addEventListener('abort', sleeper.wake);
    });

  /** Lets the time go on until the promise settles. @throws what it rejects with; if it waits for no sleep */
  async until<T>(settled: Promise<T>): Promise<T> {
    const state = { isOver: false };
    const over = (): void => {
      state.isOver = true;
    };
    settled.then(over, over);
    for (;;) {
      for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
      if (state.isOver) return settled;
      const [next] = this.sleepers.toSorted((a, b) => a.at - b.at);
      if (!next) throw new Error('Nothing sleeps, and nothing settles.');
      this.time = Math.max(this.time, next.at);
      next.wake();
    }
  }
}
