import { HttpError } from '../http/http-port.js';
import { type Clock } from './clock.js';
import { type HlsSource } from './hls-source.js';

interface RelocationSettings {
  readonly clock: Clock;
  readonly source: Pick<HlsSource, 'relocate'> & Partial<Pick<HlsSource, 'isRenewable'>>;
  readonly signal: AbortSignal;
  readonly onFault?: (failed: unknown) => void;
}

/** A load that failed. */
export interface FailedLoad {
  readonly failed: unknown;
  readonly targetMs: number;
  /** Expected time between two changes of the list. */
  readonly periodMs: number;
  /** See {@link FALL_BACK_AFTER}. */
  readonly spareMs: number;
  readonly idle: boolean;
}

/** The address is renewed after half a period of failures, and then again; for long or while idle, less often. */
const AGAIN = { periods: 2, longPeriods: 5, longTargets: 4 };
/**
 * Another rendition replaces one that has failed for this share of the last window, or of the time after which the list
 * is stale: a short fault must not lower the quality, and the window still lists everything.
 */
const FALL_BACK_AFTER = 0.5;
/** Statuses of an expired address: a source that can create a new address does so at the first one. */
const ENDED: readonly number[] = [401, 403, 404, 410];

const pauseMs = ({ idle, periodMs, targetMs }: FailedLoad, failingMs: number): number =>
  idle || failingMs > AGAIN.longPeriods * periodMs ? AGAIN.longTargets * targetMs : AGAIN.periods * periodMs;

interface Running {
  readonly found: Promise<boolean>;
  readonly ending: AbortController;
}

/** Renews the address of a list that cannot be read, beside the loads of the old address: either may answer first. */
export class Relocation {
  private running: Running | null = null;
  /** Monotonic time of the first failure in a row; null: the last load succeeded. */
  private failingSince: number | null = null;
  private dueAt = 0;
  private fellBack = false;
  /** The source has an address that was not loaded yet. */
  private isMoved = false;

  constructor(private readonly settings: RelocationSettings) {}

  get isRunning(): boolean {
    return this.running !== null;
  }

  /** The list was read, so its address stays. */
  read(): void {
    this.failingSince = null;
    this.fellBack = false;
    this.isMoved = false;
    this.end();
  }

  /** Renews the address if it is time. */
  failed(load: FailedLoad): void {
    const now = this.settings.clock.now();
    this.failingSince ??= this.begun(load, now);
    if (this.running) return;
    const failingMs = now - this.failingSince;
    const fallBack = failingMs >= load.spareMs * FALL_BACK_AFTER;
    const isDue = now >= this.dueAt;
    if (isDue) this.dueAt = now + pauseMs(load, failingMs);
    else if (!fallBack || this.fellBack) return;
    this.fellBack = fallBack;
    this.begin(fallBack);
  }

  /** The first failure in a row. An expired address is renewed at once. */
  private begun({ failed, periodMs }: FailedLoad, now: number): number {
    const isExpired = failed instanceof HttpError && ENDED.includes(failed.status);
    this.dueAt = this.settings.source.isRenewable === true && isExpired ? now : now + periodMs / 2;
    return now;
  }

  private begin(fallBack: boolean): void {
    const ending = new AbortController();
    const found = this.locate(fallBack, ending.signal).then((isFound) => {
      if (ending.signal.aborted) return false;
      this.running = null;
      this.isMoved ||= isFound;
      return isFound;
    });
    this.running = { found, ending };
  }

  /** @returns whether the source now has an address that it could read */
  async locate(fallBack: boolean, ending?: AbortSignal): Promise<boolean> {
    const { source, signal, onFault } = this.settings;
    try {
      return await source.relocate(fallBack, ending);
    } catch (failed) {
      if (!signal.aborted && ending?.aborted !== true) onFault?.(failed);
      return false;
    }
  }

  /**
   * Waits, but not if there is a new address: the list of an ending stream may disappear before the next poll.
   */
  async wait(ms: number): Promise<void> {
    const { clock, signal } = this.settings;
    if (!this.isMoved)
      await clock.sleep(ms, this.running ? AbortSignal.any([signal, this.moving(this.running)]) : signal);
    this.isMoved = false;
  }

  private moving({ found }: Running): AbortSignal {
    const moving = new AbortController();
    void found.then((isFound) => {
      if (isFound) moving.abort();
    });
    return moving.signal;
  }

  /** Call when no other address is needed. */
  end(): void {
    this.running?.ending.abort();
    this.running = null;
  }
}
