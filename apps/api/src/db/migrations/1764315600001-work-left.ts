import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What is left of work that was cut off, so that somebody finishes it: tasks whose api died, objects of deleted files,
 * links whose object is gone.
 */
export class WorkLeft1764315600001 implements MigrationInterface {
  name = 'WorkLeft1764315600001';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE job ADD COLUMN takeovers int NOT NULL DEFAULT 0`);
    await q.query(`CREATE INDEX job_ended ON job (ended_at) WHERE ended_at IS NOT NULL`);
    await q.query(`ALTER TABLE library_leftover ADD COLUMN size_bytes bigint, ADD COLUMN modified_at timestamptz`);
    await q.query(`CREATE TABLE due_object (key text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`);
    await q.query(`CREATE INDEX vod_half_swept ON vod (uuid) WHERE segments_gone AND facts ->> 'partsDeleted' IS NULL`);
    await q.query(`CREATE INDEX vod_finished ON vod (ended_at) WHERE state = 'finalized'`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
