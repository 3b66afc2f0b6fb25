import { type ApiConfig } from '#libs/config';
import { UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { CONFIG } from '#libs/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CronTasks } from './cron-tasks.js';
import { type PeriodicTask, type TaskPlace } from './periodic-task.js';
import { Scheduler } from './scheduler.js';
import { isOpen, type JobEntity } from '../../persistence/entities/job.entity.js';
import { type TaskEntity } from '../../persistence/entities/task.entity.js';
import { type TaskChange, TaskRepository } from '../../persistence/repositories/task.repository.js';

const WRITE_INTERVAL_MS = 5_000;
const REQUEST_CHECK_INTERVAL_MS = 1_000;

/** State of a periodic task for the operator. */
export interface TaskRecord {
  readonly name: string;
  /** Null for a schedule. */
  readonly intervalMs: number | null;
  readonly where: TaskPlace;
  /** Of a schedule; null for a task with an interval, and while it is switched off. */
  readonly cron: string | null;
  /** The job of the last run of a schedule, and what it reports. */
  readonly job: string | null;
  readonly outcome: Message | null;
  /** The API that ran the task last. */
  readonly node: string | null;
  readonly isRunning: boolean;
  readonly lastStartedAt: Date | null;
  readonly lastEndedAt: Date | null;
  readonly lastOkAt: Date | null;
  readonly lastDurationMs: number | null;
  readonly lastError: Message | null;
  readonly nextRunAt: Date | null;
  readonly runs: number;
  readonly failures: number;
}

interface WrittenState {
  readonly runs: number;
  readonly failures: number;
  /** Null: this process has written nothing yet. */
  readonly state: object | null;
}
const NOTHING_WRITTEN: WrittenState = { runs: 0, failures: 0, state: null };

/**
 * Stores the states of the leader's tasks in the database, so that every API can show them and request a run. Only its
 * own API knows the state of a task that runs on every instance.
 */
@Injectable()
export class TaskRecords {
  private readonly node: string;
  private readonly written = new Map<string, WrittenState>();
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly rows: TaskRepository,
    private readonly schedules: CronTasks,
    @Inject(CONFIG) { core }: ApiConfig,
  ) {
    this.node = core.node;
    scheduler.every('task-records', { intervalMs: WRITE_INTERVAL_MS, last: true }, () => this.write());
    scheduler.every('task-requests', REQUEST_CHECK_INTERVAL_MS, () => this.serveRequests());
  }

  /** Tasks of this API and of the leader. On other APIs the leader's states are some seconds old. */
  async all(): Promise<readonly TaskRecord[]> {
    if (this.scheduler.isLeader) await this.write();
    const rows = new Map((await this.rows.all()).map((row) => [row.name, row]));
    const periodic = this.scheduler.all().map((task): TaskRecord => {
      const { name, intervalMs, where } = task;
      const basics = { name, intervalMs, where, ...NO_SCHEDULE };
      if (where === 'every-instance') return { ...basics, node: this.node, ...runsInMemory(task) };
      const row = rows.get(name);
      return { ...basics, node: row?.node ?? null, ...(row ? runsOfRow(row) : runsInMemory(task)) };
    });
    return [...(await this.scheduled(rows)), ...periodic];
  }

  private async scheduled(rows: ReadonlyMap<string, TaskEntity>): Promise<readonly TaskRecord[]> {
    const names = this.schedules.all().map(({ name }) => name);
    const jobs = await this.rows.jobs(names.flatMap((name) => rows.get(name)?.job ?? []));
    return names.map((name) => {
      const row = rows.get(name) ?? NEVER_RUN;
      return recordOfSchedule(name, row, jobs.get(row.job ?? '') ?? null);
    });
  }

  /**
   * Requests a run. A leader's task runs on the leader within a second, another task on this API at once.
   * @throws UserError `task-missing` (404), `job-running` (409)
   */
  async request(name: string): Promise<void> {
    const known = this.scheduler.all();
    if (this.schedules.has(name)) {
      await this.schedules.runNow(name);
      return;
    }
    const task = known.find((one) => one.name === name);
    if (!task) {
      const names = [...this.schedules.all(), ...known].map((one) => one.name).join(', ');
      throw new UserError(message('error.task-missing', { name, names }), { status: 404 });
    }
    if (task.where === 'every-instance') task.wake();
    else await this.rows.request(name, task.intervalMs);
  }

  private async serveRequests(): Promise<void> {
    const names = new Set(await this.rows.takeRequests());
    for (const task of this.scheduler.all()) if (names.has(task.name)) task.wake();
  }

  /** Writes one after the other, so that no run is counted twice. */
  private write(): Promise<void> {
    const written = this.writing.then(() => this.writeNow());
    this.writing = written.catch(() => undefined);
    return written;
  }

  private async writeNow(): Promise<void> {
    const tasks = this.scheduler.all().filter((task) => task.where === 'leader');
    const states = tasks.map((task) => ({ task, state: task.state }));
    const changed = states.filter(
      ({ task, state }) => (this.written.get(task.name) ?? NOTHING_WRITTEN).state !== state,
    );
    if (changed.length === 0) return;
    const changes = changed.map(({ task }) => changeSince(task, this.written.get(task.name) ?? NOTHING_WRITTEN));
    await this.rows.write(
      this.node,
      changes,
      [...tasks, ...this.schedules.all()].map((task) => task.name),
    );
    for (const { task, state } of changed)
      this.written.set(task.name, { runs: state.runs, failures: state.failures, state });
  }
}

const NO_SCHEDULE = { cron: null, job: null, outcome: null } as const;

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));
const ageOf = (at: number | null): number | null => (at === null ? null : Date.now() - at);

type Runs = Omit<TaskRecord, 'name' | 'intervalMs' | 'where' | 'node' | keyof typeof NO_SCHEDULE>;

function runsOfRow(row: TaskEntity): Runs {
  return {
    isRunning: row.lastStartedAt !== null && row.lastStartedAt > (row.lastEndedAt ?? new Date(0)),
    lastStartedAt: row.lastStartedAt,
    lastEndedAt: row.lastEndedAt,
    lastOkAt: row.lastOkAt,
    lastDurationMs: row.lastDurationMs,
    lastError: row.lastError,
    nextRunAt: row.nextRunAt,
    runs: row.runs,
    failures: row.failures,
  };
}

function runsInMemory({ state }: PeriodicTask): Runs {
  return {
    isRunning: state.isRunning,
    lastStartedAt: dateOf(state.lastStartedAt),
    lastEndedAt: dateOf(state.lastEndedAt),
    lastOkAt: dateOf(state.lastOkAt),
    lastDurationMs: state.lastDurationMs,
    lastError: state.lastError,
    nextRunAt: dateOf(state.nextRunAt),
    runs: state.runs,
    failures: state.failures,
  };
}

function changeSince({ name, intervalMs, state }: PeriodicTask, before: WrittenState): TaskChange {
  return {
    name,
    interval_ms: intervalMs,
    started_age: ageOf(state.lastStartedAt),
    ended_age: ageOf(state.lastEndedAt),
    ok_age: ageOf(state.lastOkAt),
    duration_ms: state.lastDurationMs,
    error: state.lastError,
    next_in: state.nextRunAt === null ? null : state.nextRunAt - Date.now(),
    runs: state.runs - before.runs,
    failures: state.failures - before.failures,
  };
}

/** A schedule shows the state of the job of its last run. */
function recordOfSchedule(name: string, row: ScheduleRow, job: JobEntity | null): TaskRecord {
  const { cron, nextRunAt, runs, lastStartedAt, lastEndedAt, lastError } = row;
  const basics = {
    name,
    intervalMs: null,
    where: 'leader',
    cron,
    job: row.job,
    nextRunAt,
    runs,
    lastStartedAt,
  } as const;
  // The time of an end without a job is that of the last run.
  if (job && lastEndedAt === null) return { ...basics, outcome: job.note, node: job.node, ...resultOfJob(job) };
  const none = { outcome: null, node: null, isRunning: false, lastOkAt: null, lastDurationMs: null, failures: 0 };
  return { ...basics, ...none, lastEndedAt, lastError };
}

type ScheduleRow = Pick<
  TaskEntity,
  'cron' | 'job' | 'nextRunAt' | 'runs' | 'lastStartedAt' | 'lastEndedAt' | 'lastError'
>;
const NEVER_RUN: ScheduleRow = {
  cron: null,
  job: null,
  nextRunAt: null,
  runs: 0,
  lastStartedAt: null,
  lastEndedAt: null,
  lastError: null,
};

function resultOfJob(job: JobEntity) {
  const { endedAt, startedAt } = job;
  const none = { isRunning: isOpen(job), lastEndedAt: endedAt, lastOkAt: null, lastError: null, failures: 0 };
  if (!endedAt) return { ...none, lastDurationMs: null };
  const ended = { ...none, lastDurationMs: endedAt.getTime() - startedAt.getTime() };
  return job.status === 'STOPPED' && job.progress >= 1
    ? { ...ended, lastOkAt: endedAt }
    : { ...ended, lastError: job.error ?? job.note, failures: 1 };
}
