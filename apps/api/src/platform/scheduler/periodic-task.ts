import { localizedOf, messageOf } from '#libs/errors';
import { type Message } from '#libs/messages';
import { Logger } from '@nestjs/common';

/** Where a task runs: on the leader, or on every API. */
export type TaskPlace = 'leader' | 'every-instance';

export interface PeriodicTaskOptions {
  readonly name: string;
  readonly intervalMs: number;
  /** `signal` aborts when the API stops, and for a task of the leader also when the API stops leading. */
  readonly run: (signal: AbortSignal) => unknown;
  readonly where: TaskPlace;
  /** Whether to run once more on a normal stop of the API. */
  readonly last: boolean;
  /** Checked before each run. */
  readonly mayRun: () => boolean;
}

/** State of a task's runs in this process. Times in ms since the Unix epoch. */
export interface TaskState {
  readonly isRunning: boolean;
  readonly lastStartedAt: number | null;
  readonly lastEndedAt: number | null;
  readonly lastOkAt: number | null;
  /** Duration of the last finished run. */
  readonly lastDurationMs: number | null;
  /** Null if the last finished run succeeded. */
  readonly lastError: Message | null;
  /** Null while the task is not scheduled in this process. */
  readonly nextRunAt: number | null;
  /** Finished runs, without aborted ones, and how many of them failed. */
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
 * Work that repeats: at the start, `intervalMs` after the end of each run, and when woken. Runs never overlap. A failed
 * run is logged, and the next run tries again. The same error is logged once until it changes.
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
  private currentState: TaskState = NEVER_RUN;

  constructor(private readonly options: PeriodicTaskOptions) {
    this.name = options.name;
    this.intervalMs = options.intervalMs;
    this.where = options.where;
    this.last = options.last;
    this.log = new Logger(options.name);
  }

  get state(): TaskState {
    return this.currentState;
  }

  /** Runs the task now, and then repeatedly until `signal` aborts. */
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

  /** Starts a run now, or after the present run has ended. Does nothing if the task does not run on this API. */
  wake(): void {
    if (this.signal.aborted || !this.options.mayRun()) return;
    if (this.running) {
      this.isWoken = true;
      return;
    }
    clearTimeout(this.timer);
    this.running = this.runAndRecord(this.signal).finally(() => {
      this.running = null;
      this.scheduleNext();
    });
  }

  /** Resolves when no run is in progress. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** Runs the task when the API stops. A failure is logged, and the work waits for the next API. */
  async runLast(): Promise<void> {
    try {
      await this.options.run(new AbortController().signal);
    } catch (thrown) {
      this.log.warn(`task ${this.name}: last run failed: ${messageOf(thrown)}`);
    }
  }

  private scheduleNext(): void {
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

  private async runAndRecord(signal: AbortSignal): Promise<void> {
    const started = performance.now();
    this.update({ isRunning: true, lastStartedAt: Date.now(), nextRunAt: null });
    const failure = await this.attempt(signal);
    const endedAt = Date.now();
    this.update({ isRunning: false, lastEndedAt: endedAt, lastDurationMs: Math.round(performance.now() - started) });
    if (failure === null) {
      this.lastLogged = '';
      this.update({ lastOkAt: endedAt, lastError: null, runs: this.currentState.runs + 1 });
    } else if (!signal.aborted) {
      // An aborted run has not failed.
      this.update({
        lastError: localizedOf(failure.thrown),
        runs: this.currentState.runs + 1,
        failures: this.currentState.failures + 1,
      });
      this.logNewError(failure.thrown);
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

  private logNewError(thrown: unknown): void {
    const error = messageOf(thrown);
    if (error !== this.lastLogged)
      this.log.error(
        `task ${this.name}: failed, retrying: ${error}`,
        thrown instanceof Error ? stackOf(thrown) : undefined,
      );
    this.lastLogged = error;
  }

  private update(change: Partial<TaskState>): void {
    this.currentState = { ...this.currentState, ...change };
  }
}

/** Stack of the cause, if one error combines several. */
const stackOf = ({ stack, cause }: Error): string | undefined => (cause instanceof Error ? cause.stack : stack);
