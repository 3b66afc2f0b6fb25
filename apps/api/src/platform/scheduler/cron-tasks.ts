import { BugError, localizedOf, messageOf, UserError } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { type Tx } from '../../persistence/database/tx.js';
import { type TaskEntity } from '../../persistence/entities/task.entity.js';
import { TaskRepository } from '../../persistence/repositories/task.repository.js';
import { nextCronRun } from './next-cron-run.js';
import { Scheduler } from './scheduler.js';

const CHECK_INTERVAL_MS = 1_000;

/** A schedule: at each time of its cron expression, a job is queued. */
export interface CronTask {
  /** snake_case as in v0, unique among all tasks. */
  readonly name: string;
  /** @returns null while it is switched off */
  readonly cron: () => string | null;
  /**
   * Queues the job of one run.
   * @param also call it in the transaction that adds the job
   * @returns its name; null if there is nothing to do
   */
  readonly start: (also: (job: string, tx: Tx) => Promise<void>) => Promise<string | null>;
}

/**
 * Runs schedules. The next time of each is in its row. One transaction moves that time on and adds the job, so that a
 * run is neither lost nor doubled when an API crashes or another one leads. A time that passed while no API ran is made
 * up for once.
 */
@Injectable()
export class CronTasks {
  private readonly log = new Logger('schedules');
  private readonly tasks = new Map<string, CronTask>();

  constructor(
    scheduler: Scheduler,
    private readonly rows: TaskRepository,
  ) {
    scheduler.every('schedules', CHECK_INTERVAL_MS, () => this.run());
  }

  /** Registers a schedule. Its owner calls it in its constructor. */
  register(task: CronTask): void {
    if (this.tasks.has(task.name)) throw new BugError('task-twice', `Two services register the schedule ${task.name}.`);
    this.tasks.set(task.name, task);
  }

  all(): readonly CronTask[] {
    return [...this.tasks.values()];
  }

  has(name: string): boolean {
    return this.tasks.has(name);
  }

  /** @returns name of the job; null if there is nothing to do @throws UserError `job-running` (409) */
  async runNow(name: string): Promise<string | null> {
    const task = this.tasks.get(name);
    if (!task) throw new BugError('no-schedule', `There is no schedule ${name}.`);
    const started = await task.start((job, tx) => this.rows.saveRun(name, job, tx));
    if (started === null) await this.rows.saveRun(name, null);
    return started;
  }

  /**
   * One schedule that cannot run now holds up no other.
   * @param now for specs
   * @throws the error of the first one that failed, after all were checked
   */
  async run(now = new Date()): Promise<void> {
    const rows = new Map((await this.rows.all()).map((row) => [row.name, row]));
    const faults: unknown[] = [];
    for (const task of this.tasks.values())
      await this.check(task, rows.get(task.name), now).catch((thrown: unknown) => {
        this.log.warn(`schedule ${task.name}: not started: ${messageOf(thrown)}`);
        faults.push(thrown);
      });
    if (faults.length > 0) throw faults[0];
  }

  private async check(task: CronTask, row: TaskEntity | undefined, now: Date): Promise<void> {
    const cron = task.cron();
    if ((row?.cron ?? null) !== cron)
      await this.rows.saveCron(task.name, { cron, nextRunAt: cron === null ? null : nextCronRun(cron, now) });
    else if (cron !== null && row?.nextRunAt && row.nextRunAt <= now)
      await this.due(task, { due: row.nextRunAt, next: nextCronRun(cron, now) });
  }

  private async due(task: CronTask, times: { readonly due: Date; readonly next: Date | null }): Promise<void> {
    try {
      const job = await task.start(async (name, tx) => {
        if (!(await this.rows.takeDue(task.name, { ...times, job: name, error: null }, tx))) throw TAKEN;
      });
      if (job === null) await this.rows.takeDue(task.name, { ...times, job: null, error: null });
    } catch (thrown) {
      if (thrown === TAKEN) return;
      // Anything else than a refusal is tried again at the next check: the time has not moved on.
      if (!(thrown instanceof UserError)) throw thrown;
      this.log.warn(`${task.name}: not run: ${messageOf(thrown)}`);
      await this.rows.takeDue(task.name, { ...times, job: null, error: localizedOf(thrown) });
    }
  }
}

/** Another API has queued this run. */
const TAKEN = new BugError('schedule-taken', 'Another API has queued this run.');
