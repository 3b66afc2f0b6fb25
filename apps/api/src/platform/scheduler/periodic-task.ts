import { localizedOf, messageOf } from '#libs/errors';
import { type Message } from '#libs/messages';
import { Logger } from '@nestjs/common';

/** Where a task runs: on the api that leads, or on every api. */
export type TaskPlace = 'leader' | 'every-instance';

export interface PeriodicTaskOptions {
  readonly name: string;
  readonly intervalMs: number;
  /** `signal` aborts when the api stops, and for a task of the leader when the api stops leading. */
  readonly run: (signal: AbortSignal) => unknown;
  readonly where: TaskPlace;
  /** Run once more when the api stops in order. */
  readonly last: boolean;
  /** Asked before each run. */
  readonly mayRun: () => boolean;
}

/** What is known of the runs of a task in this process. Times in ms since the Unix epoch. */
export interface TaskState {
  readonly isRunning: boolean;
  readonly lastStartedAt: number | null;
  readonly lastEndedAt: number | null;
  readonly lastOkAt: number | null;
  /** Of the last run that ended. */
  readonly lastDurationMs: number | null;
  /** Null when the last run that ended was ok. */
  readonly lastError: Message | null;
  /** Null while it does not run by itself in this process. */
  readonly nextRunAt: number | null;
  /** Runs that ended by themselves, and those of them that failed. */
  readonly runs: number;
  readonly failures: number;
}

const NEVER_RUN: TaskState = {
  isRunning: false,
  lastStartedAt: null,
  lastEndedAt: null,
  lastOkAt: null,
  lastDurationMs: null,
  lastError: null,
  nextRunAt: null,
  runs: 0,
  failures: 0,
};

/**
 * Work that is done again and again: at the start, `intervalMs` after the end of each run, and when woken. Never twice
 * at once. A run that fails is logged, and the next one tries again; the same error is logged once until it changes.
 */
export class PeriodicTask {
  readonly name: string;
  readonly intervalMs: number;
  readonly where: TaskPlace;
  readonly last: boolean;
  private readonly log: Logger;
  private signal: AbortSignal = AbortSignal.abort();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private isWoken = false;
  private lastLogged = '';
  private known: TaskState = NEVER_RUN;

  constructor(private readonly options: PeriodicTaskOptions) {
    this.name = options.name;
    this.intervalMs = options.intervalMs;
    this.where = options.where;
    this.last = options.last;
    this.log = new Logger(options.name);
  }

  get state(): TaskState {
    return this.known;
  }

  /** Runs it now, and then again and again until `signal` aborts. */
  begin(signal: AbortSignal): void {
    this.signal = signal;
    signal.addEventListener(
      'abort',
      () => {
        if (this.signal !== signal) return;
        clearTimeout(this.timer);
        this.isWoken = false;
        this.update({ nextRunAt: null });
      },
      { once: true },
    );
    this.wake();
  }

  /** Asks for a run now; while one is under way, for another one right after it. Does nothing where it does not run. */
  wake(): void {
    if (this.signal.aborted || !this.options.mayRun()) return;
    if (this.running) {
      this.isWoken = true;
      return;
    }
    clearTimeout(this.timer);
    this.running = this.once(this.signal).finally(() => {
      this.running = null;
      this.goOn();
    });
  }

  /** Resolves when no run is under way. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** The run at the stop of the api. A failure is logged: the work waits for the next api. */
  async runLast(): Promise<void> {
    try {
      await this.options.run(new AbortController().signal);
    } catch (thrown) {
      this.log.warn(`task ${this.name}: last run failed: ${messageOf(thrown)}`);
    }
  }

  private goOn(): void {
    if (this.signal.aborted) return;
    if (this.isWoken) {
      this.isWoken = false;
      this.wake();
      return;
    }
    this.update({ nextRunAt: Date.now() + this.intervalMs });
    this.timer = setTimeout(() => {
      this.wake();
    }, this.intervalMs);
  }

  private async once(signal: AbortSignal): Promise<void> {
    const started = performance.now();
    this.update({ isRunning: true, lastStartedAt: Date.now(), nextRunAt: null });
    const failure = await this.attempt(signal);
    const endedAt = Date.now();
    this.update({ isRunning: false, lastEndedAt: endedAt, lastDurationMs: Math.round(performance.now() - started) });
    if (failure === null) {
      this.lastLogged = '';
      this.update({ lastOkAt: endedAt, lastError: null, runs: this.known.runs + 1 });
    } else if (!signal.aborted) {
      // One that was cut off by the end has not failed.
      this.update({
        lastError: localizedOf(failure.thrown),
        runs: this.known.runs + 1,
        failures: this.known.failures + 1,
      });
      this.complain(failure.thrown);
    }
  }

  private async attempt(signal: AbortSignal): Promise<{ readonly thrown: unknown } | null> {
    try {
      await this.options.run(signal);
      return null;
    } catch (thrown) {
      return { thrown };
    }
  }

  private complain(thrown: unknown): void {
    const error = messageOf(thrown);
    if (error !== this.lastLogged)
      this.log.error(
        `task ${this.name}: failed, retrying: ${error}`,
        thrown instanceof Error ? stackOf(thrown) : undefined,
      );
    this.lastLogged = error;
  }

  private update(change: Partial<TaskState>): void {
    this.known = { ...this.known, ...change };
  }
}

/** Of the cause, where one error stands for several. */
const stackOf = ({ stack, cause }: Error): string | undefined => (cause instanceof Error ? cause.stack : stack);
