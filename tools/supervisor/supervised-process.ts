import { setTimeout as pause } from 'node:timers/promises';
import { OutsideError, UserError, messageOf, untranslated } from '#libs/errors';
import type { ChildPlan } from './child-plan.js';
import { startProcess, type Exit, type ProcessHandle } from './process-handle.js';

/** A run of a ready child that is longer than this ends a series of failures. */
const STABLE_MS = 60_000;
/** A child that was never ready counts as broken after this many failed starts. */
const MAX_FIRST_STARTS = 4;

/** How a child ended, and whether it was ready. */
interface ChildExit extends Exit {
  readonly wasReady: boolean;
  /** True if it was killed because it was not ready in time. */
  readonly wasLate: boolean;
}

interface Context {
  readonly runDir: string;
  readonly logDir: string;
  readonly say: (line: string) => void;
  /** Called for a fault that no restart can fix: the operator must act. */
  readonly onFatal: (fault: Error) => void;
}

/** A child that restarts whenever it ends by itself. The pause before a restart grows, and each restart is reported. */
export class SupervisedProcess {
  #wanted = false;
  #wasEverReady = false;
  #failures = 0;
  #handle: ProcessHandle | null = null;
  #nextReady = Promise.withResolvers<void>();
  #hold: PromiseWithResolvers<void> | null = null;
  #loop: Promise<void> = Promise.resolve();
  #wake = new AbortController();

  constructor(
    readonly plan: ChildPlan,
    private readonly context: Context,
  ) {}

  get name(): string {
    return this.plan.name;
  }
  /** Null while it is down. */
  get pid(): number | null {
    return this.#handle?.pid ?? null;
  }

  /**
   * Resolves when the child is ready for the first time.
   * @throws UserError, OutsideError: when it cannot start; the message is the child's last line
   */
  start(): Promise<void> {
    this.#wanted = true;
    const ready = this.#nextReady.promise;
    this.#loop = this.#restartUntilStopped();
    return ready;
  }

  /** Sends a signal to the process without its group. With `stayDown` it stays down until {@link restart}. */
  kill(signal: NodeJS.Signals, { stayDown = false }: { readonly stayDown?: boolean } = {}): void {
    if (stayDown) this.#hold ??= Promise.withResolvers<void>();
    this.#handle?.signal(signal);
  }

  /**
   * Restarts the child: at once if it is down, after a drain if it runs. Resolves when the child is ready. A call during
   * another one begins anew for both.
   */
  async restart(): Promise<void> {
    const handle = this.#handle;
    const before = this.#nextReady;
    const ready = (this.#nextReady = Promise.withResolvers<void>()).promise;
    ready.then(before.resolve, before.reject);
    this.#failures = 0;
    this.#wake.abort();
    if (handle !== null && this.#hold === null) await this.#endForRestart(handle);
    this.#hold?.resolve();
    this.#hold = null;
    await ready;
  }

  /** Drains the child within its time limit, then kills it. It stays down. */
  async stop(): Promise<void> {
    this.#wanted = false;
    this.#wake.abort();
    this.#hold?.resolve();
    await this.#handle?.end(this.plan.stopLimitMs);
    await this.#loop;
  }

  async #endForRestart(handle: ProcessHandle): Promise<void> {
    this.#hold = Promise.withResolvers<void>();
    await handle.end(this.plan.stopLimitMs);
  }

  async #restartUntilStopped(): Promise<void> {
    while (this.#isWanted()) {
      const started = performance.now();
      const exit = await this.#runOnce();
      if (!this.#isWanted()) return;
      const livedMs = performance.now() - started;
      this.#failures = failuresAfter(this.#failures, { wasReady: exit.wasReady, livedMs });
      const fault = this.#faultOf(exit);
      if (fault !== null) {
        this.#giveUp(fault);
        return;
      }
      await this.#waitBeforeRestart(exit);
    }
  }

  /** A method, because `stop` may change the flag during each wait. */
  #isWanted(): boolean {
    return this.#wanted;
  }

  async #runOnce(): Promise<ChildExit> {
    let handle: ProcessHandle;
    try {
      handle = this.#handle = startProcess(this.plan, this.context);
    } catch (thrown) {
      return {
        code: null,
        signal: null,
        lastLine: messageOf(thrown),
        wasReady: false,
        wasLate: false,
        wasSilent: false,
      };
    }
    const readiness = await handle.ready.then(
      () => {
        this.#onReady(handle);
        return { wasReady: true, wasLate: false };
      },
      (fault: unknown) => ({
        wasReady: false,
        wasLate: fault instanceof OutsideError && fault.code === 'ready-timeout',
      }),
    );
    const exit = await handle.exited;
    this.#handle = null;
    return { ...exit, ...readiness };
  }

  #onReady({ pid }: ProcessHandle): void {
    if (this.#wasEverReady) this.context.say(`${this.plan.title} is back (process ${String(pid)})`);
    this.#wasEverReady = true;
    this.#nextReady.resolve();
  }

  /**
   * Exit codes 64 to 78 (sysexits.h) mean that another start would fail in the same way: an invalid setting, or a
   * database of a newer version.
   */
  #faultOf(exit: ChildExit): Error | null {
    const { code, lastLine } = exit;
    if (code !== null && code >= 64 && code <= 78)
      return new UserError(
        untranslated('service-refused', lastLine || `${this.plan.title} refused to start (code ${String(code)})`),
      );
    if (this.#wasEverReady || this.#failures < MAX_FIRST_STARTS) return null;
    return new OutsideError(
      untranslated(
        'service-down',
        `${this.plan.title} can't start: ${this.#reasonOf(exit) || 'no output'}. ${this.#logHint()}`,
      ),
    );
  }

  #giveUp(fault: Error): void {
    if (this.#wasEverReady) this.context.onFatal(fault);
    this.#nextReady.reject(fault);
    // The fault is reported; there may be no caller that waits.
    this.#nextReady.promise.catch(() => undefined);
  }

  async #waitBeforeRestart(exit: ChildExit): Promise<void> {
    if (this.#hold === null) {
      const waitMs = backOffMs(this.#failures);
      this.context.say(
        `${this.plan.title} ended (${this.#howItEnded(exit)}); starting it again in ${String(waitMs / 1000)} s${exit.wasReady ? '' : `. ${this.#logHint()}`}`,
      );
      this.#wake = new AbortController();
      await pause(waitMs, null, { signal: this.#wake.signal }).catch(() => undefined);
    }
    await this.#hold?.promise;
  }

  #howItEnded(exit: ChildExit): string {
    const { code, signal } = exit;
    const how = signal ?? (code === null ? 'could not be run' : `code ${String(code)}`);
    const reason = this.#reasonOf(exit);
    // A process that a signal killed did not end because of its last line.
    return reason === '' || (signal !== null && !exit.wasLate && !exit.wasSilent)
      ? how
      : `${how}: ${reason.slice(0, 200)}`;
  }

  #reasonOf({ wasLate, wasSilent, lastLine }: ChildExit): string {
    if (wasSilent && this.plan.kind === 'service')
      return `it did not answer for ${String(this.plan.silentLimitMs / 1000)} s`;
    const late = `not ready after ${String(this.plan.readyLimitMs / 1000)} s`;
    return wasLate ? [late, lastLine].filter(Boolean).join('; its last line: ') : lastLine;
  }

  #logHint(): string {
    return `Its log: ${this.context.logDir}/${this.plan.name}.log`;
  }
}

/**
 * Number of consecutive failures after one more. The count restarts if the child was ready and lived longer than
 * {@link STABLE_MS}, its start included. A child that was never ready failed, however long it lived.
 */
export const failuresAfter = (
  failures: number,
  { wasReady, livedMs }: { readonly wasReady: boolean; readonly livedMs: number },
): number => (wasReady && livedMs > STABLE_MS ? 1 : failures + 1);

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/**
 * Pause before the restart of a child that ended by itself: 0.5 s after the first failure, doubled after each further
 * one, at most 30 s.
 */
export const backOffMs = (failures: number): number =>
  Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, Math.min(failures, 16) - 1));
