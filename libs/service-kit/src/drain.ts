import { setTimeout as wait } from 'node:timers/promises';
import { type Log } from './log.js';

/** Something to end when the service ends. */
export interface DrainHook {
  readonly name: string;
  readonly run: () => Promise<void> | void;
  /** After this long it is left behind. */
  readonly limitMs?: number;
}

const LIMIT_MS = 10_000;

/** What has to happen, in order, before a process may end. Hooks run in the order they were added. */
export class Drain {
  readonly #hooks: DrainHook[] = [];
  readonly #last: DrainHook[] = [];
  #run: Promise<void> | undefined;
  readonly #started = new AbortController();

  constructor(private readonly log: Log) {}

  add(hook: DrainHook): void {
    this.#hooks.push(hook);
  }
  /** For what the hooks themselves stand on (bus, log): after all others, the newest first. */
  addLast(hook: DrainHook): void {
    this.#last.unshift(hook);
  }

  /** Aborted as soon as the process is asked to end: take no new work. */
  get signal(): AbortSignal {
    return this.#started.signal;
  }

  /**
   * Runs every hook once; called again, it waits for the same run. A hook that fails or is late is logged, and the next
   * one runs.
   */
  run(): Promise<void> {
    this.#run ??= this.#all();
    return this.#run;
  }

  async #all(): Promise<void> {
    this.#started.abort();
    for (let hook = this.#next(); hook !== undefined; hook = this.#next()) await this.#one(hook);
  }

  #next(): DrainHook | undefined {
    return this.#hooks.shift() ?? this.#last.shift();
  }

  async #one({ name, run, limitMs = LIMIT_MS }: DrainHook): Promise<void> {
    const end = new AbortController();
    const late = wait(limitMs, 'late' as const, { signal: end.signal }).catch(() => 'done' as const);
    try {
      if ((await Promise.race([Promise.resolve().then(run), late])) === 'late')
        this.log.warn('shutdown step timed out', { hook: name, limitMs });
    } catch (error) {
      this.log.failure('shutdown step failed', error, { hook: name });
    } finally {
      end.abort();
    }
  }
}
