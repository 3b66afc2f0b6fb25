import { BugError } from '#libs/errors';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LeaderLock } from './leader-lock.js';
import { PeriodicTask, type TaskPlace } from './periodic-task.js';

interface Rhythm {
  readonly intervalMs: number;
  /** `leader` when not given. */
  readonly where?: TaskPlace;
  /** Run once more when the api stops in order, where it runs. */
  readonly last?: boolean;
}

/**
 * Runs all periodic work of the api. Owners register it with {@link every} when they are constructed; `start` begins it,
 * `stop` ends it and then lets another api lead.
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
   * Registers a task: it runs when this api starts or begins to lead, and then an interval after the end of each run.
   *
   * @param name kebab-case, unique
   * @param rhythm the interval in ms, or more than that
   * @param run gets a signal that aborts when this api stops, or stops leading; the signal outlives the run
   * @throws BugError `task-twice`, `task-late` - after {@link start}
   */
  every(name: string, rhythm: number | Rhythm, run: (signal: AbortSignal) => unknown): PeriodicTask {
    if (this.isStarted) throw new BugError('task-late', `The task ${name} is registered after the start.`);
    if (this.tasks.has(name)) throw new BugError('task-twice', `Two services register the task ${name}.`);
    const { intervalMs, where = 'leader', last = false } = typeof rhythm === 'number' ? { intervalMs: rhythm } : rhythm;
    const mayRun = where === 'leader' ? () => this.leader.isLeader : () => true;
    const task = new PeriodicTask({ name, intervalMs, run, where, last, mayRun });
    this.tasks.set(name, task);
    return task;
  }

  /** Whether this api leads at this moment. */
  get isLeader(): boolean {
    return this.leader.isLeader;
  }

  all(): readonly PeriodicTask[] {
    return [...this.tasks.values()];
  }

  /**
   * Begins all tasks, in the order in which they were registered. Resolves once it was asked whether this api leads.
   * @param without names of tasks that are not run, for specs
   * @throws BugError `task-unknown`
   */
  async start({ without = [] }: { readonly without?: readonly string[] } = {}): Promise<void> {
    for (const name of without)
      if (!this.tasks.has(name)) throw new BugError('task-unknown', `There is no task ${name}.`);
    this.without = new Set(without);
    this.isStarted = true;
    for (const task of this.wanted('every-instance')) task.begin(this.stopping.signal);
    this.leader.onTerm((term) => {
      for (const task of this.wanted('leader')) task.begin(term);
    });
    await this.leader.start();
  }

  /** Ends all tasks: the runs under way are aborted and waited for, last runs are made, another api may lead. */
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
        ...(this.isStarted ? this.wanted('every-instance') : []),
        ...(wasLeader ? this.wanted('leader') : []),
      ];
      for (const task of here) if (task.last) await task.runLast();
    });
  }

  private wanted(where: TaskPlace): readonly PeriodicTask[] {
    return this.all().filter((task) => task.where === where && !this.without.has(task.name));
  }
}
