import { setTimeout as pause } from 'node:timers/promises';
import { OutsideError, UserError, messageOf, untranslated } from '#libs/errors';
import type { ChildPlan } from './child-plan.js';
import { startProcess, type Exit, type ProcessHandle } from './process-handle.js';

const STABLE_MS = 60_000;
const FIRST_TRIES = 4;

/** How a child ended, and whether it was ready. */
interface Ending extends Exit {
  readonly wasReady: boolean;
  /** it was killed because it was not ready in time */
  readonly wasLate: boolean;
}

interface Surroundings {
  readonly runDir: string;
  readonly logDir: string;
  readonly say: (line: string) => void;
  /** called for a fault that no restart can fix: the operator must act */
  readonly onFatal: (fault: Error) => void;
}

/** A child that restarts whenever it ends by itself. The pause before a restart grows, and each restart is reported. */
export class SupervisedProcess {
  #wanted = false;
  #everReady = false;
  #failures = 0;
  #handle: ProcessHandle | null = null;
  #nextReady = Promise.withResolvers<void>();
  #hold: PromiseWithResolvers<void> | null = null;
  #loop: Promise<void> = Promise.resolve();
  #wake = new AbortController();

  constructor(
    readonly plan: ChildPlan,
    private readonly around: Surroundings,
  ) {}

  get name(): string {
    return this.plan.name;
  }
  /** null while it is down */
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
    this.#loop = this.#keep();
    return ready;
  }

  /** Sends a signal to the process only. With `stayDown` it stays down until {@link restart}. */
  kill(signal: NodeJS.Signals, { stayDown = false }: { readonly stayDown?: boolean } = {}): void {
    if (stayDown) this.#hold ??= Promise.withResolvers<void>();
    this.#handle?.signal(signal);
  }

  /** Restarts the child: at once if it is down, after a drain if it runs. Resolves when the child is ready. */
  async restart(): Promise<void> {
    const handle = this.#handle;
    const ready = (this.#nextReady = Promise.withResolvers<void>()).promise;
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

  async #keep(): Promise<void> {
    while (this.#isWanted()) {
      const started = performance.now();
      const ending = await this.#live();
      if (!this.#isWanted()) return;
      const livedMs = performance.now() - started;
      this.#failures = failuresAfter(this.#failures, { wasReady: ending.wasReady, livedMs });
      const fault = this.#faultOf(ending);
      if (fault !== null) {
        this.#giveUp(fault);
        return;
      }
      await this.#rest(ending);
    }
  }

  /** A method, because `stop` may change the flag during each wait. */
  #isWanted(): boolean {
    return this.#wanted;
  }

  async #live(): Promise<Ending> {
    let handle: ProcessHandle;
    try {
      handle = this.#handle = startProcess(this.plan, this.around);
    } catch (thrown) {
      return { code: null, signal: null, lastLine: messageOf(thrown), wasReady: false, wasLate: false };
    }
    const began = await handle.ready.then(
      () => {
        this.#isReady(handle);
        return { wasReady: true, wasLate: false };
      },
      (fault: unknown) => ({
        wasReady: false,
        wasLate: fault instanceof OutsideError && fault.code === 'ready-timeout',
      }),
    );
    const exit = await handle.exited;
    this.#handle = null;
    return { ...exit, ...began };
  }

  #isReady({ pid }: ProcessHandle): void {
    if (this.#everReady) this.around.say(`${this.plan.title} is back (process ${String(pid)})`);
    this.#everReady = true;
    this.#nextReady.resolve();
  }

  /**
   * Exit codes 64 to 78 (sysexits.h) mean that another start would fail in the same way: an invalid setting, or a
   * database of a newer version.
   */
  #faultOf(ending: Ending): Error | null {
    const { code, lastLine } = ending;
    if (code !== null && code >= 64 && code <= 78)
      return new UserError(
        untranslated('service-refused', lastLine || `${this.plan.title} refused to start (code ${String(code)})`),
      );
    if (this.#everReady || this.#failures < FIRST_TRIES) return null;
    return new OutsideError(
      untranslated(
        'service-down',
        `${this.plan.title} can't start: ${this.#reasonOf(ending) || 'it says nothing'}. ${this.#logHint()}`,
      ),
    );
  }

  #giveUp(fault: Error): void {
    if (this.#everReady) this.around.onFatal(fault);
    this.#nextReady.reject(fault);
    this.#nextReady.promise.catch(() => undefined); // reported above; there may be no caller that waits
  }

  async #rest(ending: Ending): Promise<void> {
    if (this.#hold === null) {
      const waitMs = backOffMs(this.#failures);
      this.around.say(
        `${this.plan.title} ended (${this.#howItEnded(ending)}); starting it again in ${String(waitMs / 1000)} s${ending.wasReady ? '' : `. ${this.#logHint()}`}`,
      );
      this.#wake = new AbortController();
      await pause(waitMs, null, { signal: this.#wake.signal }).catch(() => undefined);
    }
    await this.#hold?.promise;
  }

  #howItEnded(ending: Ending): string {
    const { code, signal } = ending;
    const how = signal ?? (code === null ? 'could not be run' : `code ${String(code)}`);
    const reason = this.#reasonOf(ending);
    // A process that a signal killed did not end because of its last line.
    return reason === '' || (signal !== null && !ending.wasLate) ? how : `${how}: ${reason.slice(0, 200)}`;
  }

  #reasonOf({ wasLate, lastLine }: Ending): string {
    const late = `not ready after ${String(this.plan.readyLimitMs / 1000)} s`;
    return wasLate ? [late, lastLine].filter(Boolean).join('; its last line: ') : lastLine;
  }

  #logHint(): string {
    return `Its log: ${this.around.logDir}/${this.plan.name}.log`;
  }
}

/**
 * Number of consecutive failures after one more. The count restarts if the child was ready and ran longer than 60 s.
 * Time before it was ready does not count.
 */
export const failuresAfter = (
  failures: number,
  { wasReady, livedMs }: { readonly wasReady: boolean; readonly livedMs: number },
): number => (wasReady && livedMs > STABLE_MS ? 1 : failures + 1);

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * Pause before the restart of a child that ended by itself: 0.5 s after the first consecutive failure, doubled up to 30
 * s.
 */
export const backOffMs = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, Math.min(failures, 16) - 1));
