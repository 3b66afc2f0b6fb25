import { type Message } from '#libs/messages';
import { type JobEntity } from '../persistence/entities/job.entity.js';

const SAVE_INTERVAL_MS = 1_000;

/** Saves the progress and the log of a job: progress at most once a second, one write after the other. */
export class ApiJobProgress {
  private savedAt = -Infinity;
  private pendingSaves: Promise<void> = Promise.resolve();
  private readonly startedAt = Date.now();

  constructor(
    private readonly job: JobEntity,
    private readonly save: (job: JobEntity) => Promise<void>,
  ) {}

  move(done: number, note: Message): void {
    const progress = Math.min(1, Math.max(this.job.progress, done));
    const spentMs = Date.now() - this.startedAt;
    Object.assign(this.job, {
      progress,
      note,
      leftMs: progress > 0 ? Math.round((spentMs / progress) * (1 - progress)) : null,
    });
    if (Date.now() - this.savedAt < SAVE_INTERVAL_MS) return;
    this.queueSave();
  }

  say(line: Message): void {
    this.job.say(line);
    this.queueSave();
  }

  /** Resolves when all reports are saved. */
  settle(): Promise<void> {
    return this.pendingSaves;
  }

  private queueSave(): void {
    this.savedAt = Date.now();
    this.pendingSaves = this.pendingSaves.then(() => this.save(this.job)).catch(() => undefined); // a lost progress report is harmless
  }
}
