import { type jobPulse, type Payload } from '#libs/contracts';
import { type Message } from '#libs/messages';

type Pulse = Payload<typeof jobPulse>;

/** Progress of a job, as in its pulse. */
type Progress = Pick<Pulse, 'at' | 'unit' | 'note' | 'rate' | 'progress' | 'leftMs' | 'following'>;

/** Size of a job and the receiver of its pulses. */
export interface JobProgressOptions {
  /** Size of the job in `unit`; 0 if unknown, and then no remaining time is reported. */
  readonly total: number;
  /** Amount done by an earlier delivery. Excluded from the rate. */
  readonly doneBefore?: number;
  /** Unit of `total`, `doneBefore` and `done`. */
  readonly unit: Pulse['unit'];
  readonly send: (progress: Progress) => void;
  /** Called at each move, as a sign of real progress. */
  readonly onMoved?: () => void;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** Shortest time between two pulses of one job. */
const PULSE_INTERVAL_MS = 1000;

/** Converts the amount done into pulses, at most one a second: fraction done, rate since the start, remaining time. */
export class JobProgress {
  private readonly startedAt: number;
  private sentAt = -Infinity;
  private done = 0;

  constructor(private readonly options: JobProgressOptions) {
    this.startedAt = options.now();
  }

  /**
   * @param done amount of the whole job; a smaller value than before is ignored
   * @param more `total` replaces an estimated size of a running job; `following` as in its pulse
   */
  move(
    done: number,
    note: Message | null,
    { total = this.options.total, ...more }: { readonly total?: number; readonly following?: boolean } = {},
  ): void {
    this.options.onMoved?.();
    const now = this.options.now();
    this.done = Math.max(this.done, done);
    if (now - this.sentAt < PULSE_INTERVAL_MS) return;
    this.sentAt = now;
    this.options.send({ at: now, unit: this.options.unit, note, ...this.measure(now, total), ...more });
  }

  private measure(now: number, total: number): Pick<Progress, 'progress' | 'rate' | 'leftMs'> {
    const doneNow = this.done - (this.options.doneBefore ?? 0);
    const seconds = (now - this.startedAt) / 1000;
    const rate = seconds > 0 && doneNow > 0 ? doneNow / seconds : null;
    return {
      rate: rate === null ? null : Math.round(rate),
      progress: total > 0 ? Math.min(this.done / total, 1) : 0,
      leftMs: rate === null ? null : timeLeftMs(total, this.done, rate),
    };
  }
}

const timeLeftMs = (total: number, done: number, rate: number): number | null =>
  total > 0 ? Math.max(Math.round(((total - done) / rate) * 1000), 0) : null;
