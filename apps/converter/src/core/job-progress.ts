import { type jobPulse, type Payload } from '#libs/contracts';

type Pulse = Payload<typeof jobPulse>;

export interface JobProgressOptions {
  readonly jobName: string;
  readonly worker: string;
  readonly pid: number;
  readonly totalBytes: number;
  readonly send: (pulse: Pulse) => void;
  /** Wall clock in ms. */
  readonly now: () => number;
}

const EVERY_MS = 1000;

/** Turns bytes done into pulses, at most one a second: part done, rate since the start, time left. */
export class JobProgress {
  private readonly startedAt: number;
  private sentAt = -Infinity;
  private done = 0;

  constructor(private readonly options: JobProgressOptions) {
    this.startedAt = options.now();
  }

  /** @param doneBytes of the whole job, never less than before */
  move(doneBytes: number, note: string): void {
    const now = this.options.now();
    this.done = Math.max(this.done, doneBytes);
    if (now - this.sentAt < EVERY_MS) return;
    this.sentAt = now;
    const { jobName, worker, pid, totalBytes } = this.options;
    const seconds = (now - this.startedAt) / 1000;
    const rate = seconds > 0 && this.done > 0 ? this.done / seconds : null;
    this.options.send({
      jobName, worker, pid, at: now, unit: 'bytes', note, rate: rate === null ? null : Math.round(rate),
      progress: totalBytes > 0 ? Math.min(this.done / totalBytes, 1) : 0,
      leftMs: rate === null ? null : Math.max(Math.round(((totalBytes - this.done) / rate) * 1000), 0),
    });
  }
}
