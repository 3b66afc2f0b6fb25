import { type Message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { Transactions, type Tx } from '../database/tx.js';
import { JobEntity } from '../entities/job.entity.js';
import { TaskEntity } from '../entities/task.entity.js';

/** Changes of a task. Ages and waits are in ms, so that the clocks of nodes need not agree. */
export interface TaskChange {
  readonly name: string;
  readonly interval_ms: number;
  readonly started_age: number | null;
  readonly ended_age: number | null;
  readonly ok_age: number | null;
  readonly duration_ms: number | null;
  readonly error: Message | null;
  readonly next_in: number | null;
  /** Since the last written change. */
  readonly runs: number;
  readonly failures: number;
}

/** A run of a schedule. `due`: when it was due; `job`: null if there was none. */
export interface ScheduledRun {
  readonly due: Date;
  readonly next: Date | null;
  readonly job: string | null;
  readonly error: Message | null;
}

const ago = (age: string): string => `now() - make_interval(secs => r.${age} / 1000)`;

@Injectable()
export class TaskRepository {
  constructor(private readonly transactions: Transactions) {}

  all(): Promise<TaskEntity[]> {
    return this.transactions.plain.find(TaskEntity);
  }

  /** Writes all changes, and deletes tasks that are not in `known`, in one statement. */
  async write(node: string, changes: readonly TaskChange[], known: readonly string[]): Promise<void> {
    await this.transactions.plain.query(
      `WITH forgotten AS (DELETE FROM task WHERE name <> ALL($3))
       INSERT INTO task AS t (name, interval_ms, node, last_started_at, last_ended_at, last_ok_at, last_duration_ms,
         last_error, next_run_at, runs, failures)
       SELECT r.name, r.interval_ms, $1, ${ago('started_age')}, ${ago('ended_age')}, ${ago('ok_age')}, r.duration_ms,
         nullif(r.error, 'null'), now() + make_interval(secs => r.next_in / 1000), r.runs, r.failures
       FROM jsonb_to_recordset($2) AS r(name text, interval_ms int, started_age float8, ended_age float8, ok_age float8,
         duration_ms int, error jsonb, next_in float8, runs bigint, failures bigint)
       ON CONFLICT (name) DO UPDATE SET
         interval_ms = excluded.interval_ms,
         node = excluded.node,
         last_started_at = coalesce(excluded.last_started_at, t.last_started_at),
         last_ended_at = coalesce(excluded.last_ended_at, t.last_ended_at),
         last_ok_at = coalesce(excluded.last_ok_at, t.last_ok_at),
         last_duration_ms = coalesce(excluded.last_duration_ms, t.last_duration_ms),
         last_error = CASE WHEN excluded.last_ended_at IS NULL THEN t.last_error ELSE excluded.last_error END,
         next_run_at = excluded.next_run_at,
         runs = t.runs + excluded.runs,
         failures = t.failures + excluded.failures`,
      [node, JSON.stringify(changes), known],
    );
  }

  /** The jobs of the last runs of schedules, by name. */
  async jobs(names: readonly string[]): Promise<ReadonlyMap<string, JobEntity>> {
    if (names.length === 0) return new Map();
    const jobs = await this.transactions.plain.findBy(JobEntity, { name: Any([...names]) });
    return new Map(jobs.map((job) => [job.name, job]));
  }

  /** Saves the expression of a schedule, null while it is switched off, and its next time. */
  async saveCron(name: string, { cron, nextRunAt }: Pick<TaskEntity, 'cron' | 'nextRunAt'>): Promise<void> {
    await this.transactions.plain.query(
      `INSERT INTO task (name, interval_ms, cron, next_run_at) VALUES ($1, 0, $2, $3)
       ON CONFLICT (name) DO UPDATE SET cron = excluded.cron, next_run_at = excluded.next_run_at`,
      [name, cron, nextRunAt],
    );
  }

  /**
   * Moves the next time of a schedule on, with the job of this run.
   * @returns false if another API did so
   */
  async takeDue(name: string, run: ScheduledRun, tx: Tx = this.transactions.plain): Promise<boolean> {
    const [, affected] = await tx.query<[unknown[], number]>(
      `UPDATE task SET next_run_at = $3, job = coalesce($4, job), last_error = $5, last_started_at = now(),
         last_ended_at = CASE WHEN $4::text IS NULL THEN now() END, runs = runs + 1
       WHERE name = $1 AND next_run_at = $2`,
      [name, run.due, run.next, run.job, run.error && JSON.stringify(run.error)],
    );
    return affected === 1;
  }

  /** Saves a run that the operator requested. @param job null if there was nothing to do */
  async saveRun(name: string, job: string | null, tx: Tx = this.transactions.plain): Promise<void> {
    await tx.query(
      `INSERT INTO task (name, interval_ms, job, last_started_at, last_ended_at, runs)
       VALUES ($1, 0, $2, now(), CASE WHEN $2::text IS NULL THEN now() END, 1)
       ON CONFLICT (name) DO UPDATE SET job = coalesce(excluded.job, task.job), last_started_at = now(), last_error = NULL,
         last_ended_at = excluded.last_ended_at, runs = task.runs + 1`,
      [name, job],
    );
  }

  /** Requests a run from the leader. */
  async request(name: string, intervalMs: number): Promise<void> {
    await this.transactions.plain.query(
      `INSERT INTO task (name, interval_ms, run_requested_at) VALUES ($1, $2, now())
       ON CONFLICT (name) DO UPDATE SET run_requested_at = excluded.run_requested_at`,
      [name, intervalMs],
    );
  }

  /**
   * Takes and clears the requests for runs.
   * @returns names of the requested tasks
   */
  async takeRequests(): Promise<readonly string[]> {
    const [rows] = await this.transactions.plain.query<[{ name: string }[], number]>(
      'UPDATE task SET run_requested_at = NULL WHERE run_requested_at IS NOT NULL RETURNING name',
    );
    return rows.map((row) => row.name);
  }

  /** @returns ms since the last successful run, by the database's clock; null if there was none */
  async sinceOk(name: string): Promise<number | null> {
    const [row] = await this.transactions.plain.query<{ ms: number | null }[]>(
      'SELECT extract(epoch FROM now() - last_ok_at)::float8 * 1000 AS ms FROM task WHERE name = $1',
      [name],
    );
    return row?.ms ?? null;
  }
}
