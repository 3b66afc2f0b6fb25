import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What a task counted of itself stays when its api dies, so that the next one tells the total of both. */
export class TaskCounts1764316800000 implements MigrationInterface {
  name = 'TaskCounts1764316800000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE job ADD COLUMN counts jsonb`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
