import { type jobPulse, type Payload } from '#libs/contracts';
import { type Message } from '#libs/messages';

type Pulse = Payload<typeof jobPulse>;

/** Progress of a job, as its pulse carries it. */
type Progress = Pick<Pulse, 'at' | 'unit' | 'note' | 'rate' | 'progress' | 'leftMs' | 'following'>;

/** How much there is to do, and where the pulses go. */
export interface JobProgressOptions {
  /** How much there is to do, in `unit`; 0: nobody knows, so no time is left that could be given. */
  readonly total: number;
  /** Of it, what an earlier run had done: it says nothing of the rate. */
  readonly doneBefore?: number;
  /** What is counted. */
  readonly unit: Pulse['unit'];
  readonly send: (progress: Progress) => void;
  /** Something real happened: called at each move. */
  readonly onMoved?: () => void;
  /** Wall clock in ms. */
  readonly now: () => number;
}

const EVERY_MS = 1000;

/** Turns what is done into pulses, at most one a second: part done, rate since the start, time left. */
export class JobProgress {
  private readonly startedAt: number;
  private sentAt = -Infinity;
  private done = 0;

  constructor(private readonly options: JobProgressOptions) {
    this.startedAt = options.now();
  }

  /**
   * @param done of the whole job, never less than before
   * @param more `total` where it is only guessed as the job goes on; `following` as in its pulse
   */
  move(
    done: number,
    note: Message | null,
    { total = this.options.total, ...more }: { readonly total?: number; readonly following?: boolean } = {},
  ): void {
    this.options.onMoved?.();
    const now = this.options.now();
    this.done = Math.max(this.done, done);
    if (now - this.sentAt < EVERY_MS) return;
    this.sentAt = now;
    this.options.send({ at: now, unit: this.options.unit, note, ...this.measured(now, total), ...more });
  }

  private measured(now: number, total: number): Pick<Progress, 'progress' | 'rate' | 'leftMs'> {
    const fresh = this.done - (this.options.doneBefore ?? 0);
    const seconds = (now - this.startedAt) / 1000;
    const rate = seconds > 0 && fresh > 0 ? fresh / seconds : null;
    return {
      rate: rate === null ? null : Math.round(rate),
      progress: total > 0 ? Math.min(this.done / total, 1) : 0,
      leftMs: rate === null ? null : leftOf(total, this.done, rate),
    };
  }
}

const leftOf = (total: number, done: number, rate: number): number | null =>
  total > 0 ? Math.max(Math.round(((total - done) / rate) * 1000), 0) : null;
