import { BugError } from '#libs/errors';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LeaderLock } from './leader-lock.js';
import { PeriodicTask, type TaskPlace } from './periodic-task.js';

interface TaskSchedule {
  readonly intervalMs: number;
  /** Default: `leader`. */
  readonly where?: TaskPlace;
  /** Whether to run once more on a normal stop of an API that runs the task. */
  readonly last?: boolean;
}

/**
 * Runs all periodic work of the API. Owners register tasks with {@link every} in their constructor. `start` starts
 * them; `stop` ends them and then lets another API lead.
 */
@Injectable()
export class Scheduler implements OnModuleDestroy {
  private readonly tasks = new Map<string, PeriodicTask>();
  private readonly stopping = new AbortController();
  private without: ReadonlySet<string> = new Set();
  private isStarted = false;
  private stopped: Promise<void> | null = null;

  constructor(private readonly leader: LeaderLock) {}

  /**
   * Registers a task. It runs when this API starts or becomes the leader, and then an interval after the end of each
   * run.
   *
   * @param name kebab-case, unique
   * @param schedule interval in ms, or interval and further options
   * @param run its signal aborts when this API stops, or stops leading; the signal outlives the run
   * @throws BugError `task-twice`: the name is taken; `task-late`: after {@link start}
   */
  every(name: string, schedule: number | TaskSchedule, run: (signal: AbortSignal) => unknown): PeriodicTask {
    if (this.isStarted) throw new BugError('task-late', `The task ${name} is registered after the start.`);
    if (this.tasks.has(name)) throw new BugError('task-twice', `Two services register the task ${name}.`);
    const {
      intervalMs,
      where = 'leader',
      last = false,
    } = typeof schedule === 'number' ? { intervalMs: schedule } : schedule;
    const mayRun = where === 'leader' ? () => this.leader.isLeader : () => true;
    const task = new PeriodicTask({ name, intervalMs, run, where, last, mayRun });
    this.tasks.set(name, task);
    return task;
  }

  /** Whether this API leads now. */
  get isLeader(): boolean {
    return this.leader.isLeader;
  }

  all(): readonly PeriodicTask[] {
    return [...this.tasks.values()];
  }

  /**
   * Starts all tasks in the order of registration. Resolves after the first try to lead.
   * @param without names of tasks that do not run, for specs
   * @throws BugError `task-unknown`
   */
  async start({ without = [] }: { readonly without?: readonly string[] } = {}): Promise<void> {
    for (const name of without)
      if (!this.tasks.has(name)) throw new BugError('task-unknown', `There is no task ${name}.`);
    this.without = new Set(without);
    this.isStarted = true;
    for (const task of this.tasksAt('every-instance')) task.begin(this.stopping.signal);
    this.leader.onTerm((term) => {
      for (const task of this.tasksAt('leader')) task.begin(term);
    });
    await this.leader.start();
  }

  /** Ends all tasks: aborts the present runs and waits for them, does the last runs, then lets another API lead. */
  stop(): Promise<void> {
    this.stopped ??= this.end();
    return this.stopped;
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  private async end(): Promise<void> {
    const wasLeader = this.leader.isLeader;
    this.stopping.abort();
    await this.leader.stop(async () => {
      await Promise.all(this.all().map((task) => task.settled()));
      const here = [
        ...(this.isStarted ? this.tasksAt('every-instance') : []),
        ...(wasLeader ? this.tasksAt('leader') : []),
      ];
      for (const task of here) if (task.last) await task.runLast();
    });
  }

  private tasksAt(where: TaskPlace): readonly PeriodicTask[] {
    return this.all().filter((task) => task.where === where && !this.without.has(task.name));
  }
}
