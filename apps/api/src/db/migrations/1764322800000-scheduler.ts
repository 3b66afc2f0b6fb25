import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The newest state of each periodic task of the leading api, and the wish of an operator that it runs now. */
export class Scheduler1764322800000 implements MigrationInterface {
  name = 'Scheduler1764322800000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE TABLE task (
      name text PRIMARY KEY,
      interval_ms integer NOT NULL,
      node text,
      last_started_at timestamptz,
      last_ended_at timestamptz,
      last_ok_at timestamptz,
      last_duration_ms integer,
      last_error jsonb,
      next_run_at timestamptz,
      runs bigint NOT NULL DEFAULT 0,
      failures bigint NOT NULL DEFAULT 0,
      run_requested_at timestamptz)`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
