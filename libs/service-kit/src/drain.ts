import { setTimeout as wait } from 'node:timers/promises';
import { type Log } from './log.js';

/** A shutdown step. */
export interface DrainHook {
  readonly name: string;
  readonly run: () => Promise<void> | void;
  /** Time limit in ms; after it the next step runs. Default: 10 s. */
  readonly limitMs?: number;
}

const DEFAULT_LIMIT_MS = 10_000;

/** Shutdown steps of a process. They run one after another, in the order in which they were added. */
export class Drain {
  readonly #hooks: DrainHook[] = [];
  readonly #last: DrainHook[] = [];
  #run: Promise<void> | undefined;
  readonly #started = new AbortController();

  constructor(private readonly log: Log) {}

  add(hook: DrainHook): void {
    this.#hooks.push(hook);
  }
  /** Adds a step for a resource that other steps use (bus, log). These run after all others, the newest first. */
  addLast(hook: DrainHook): void {
    this.#last.unshift(hook);
  }

  /** Aborted when the process must stop: start no new work. */
  get signal(): AbortSignal {
    return this.#started.signal;
  }

  /**
   * Runs every step once; a second call waits for the same run. Logs a step that fails or exceeds its limit and
   * continues with the next one.
   */
  run(): Promise<void> {
    this.#run ??= this.#runAll();
    return this.#run;
  }

  async #runAll(): Promise<void> {
    this.#started.abort();
    for (let hook = this.#takeNext(); hook !== undefined; hook = this.#takeNext()) await this.#runHook(hook);
  }

  #takeNext(): DrainHook | undefined {
    return this.#hooks.shift() ?? this.#last.shift();
  }

  async #runHook({ name, run, limitMs = DEFAULT_LIMIT_MS }: DrainHook): Promise<void> {
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
