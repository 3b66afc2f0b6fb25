import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What the texts of jobs and notices are made of, beside their English: they are told in the reader's language. */
export class Words1764321600000 implements MigrationInterface {
  name = 'Words1764321600000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE job ADD COLUMN words jsonb`);
    await q.query(`ALTER TABLE notice ADD COLUMN words jsonb`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
