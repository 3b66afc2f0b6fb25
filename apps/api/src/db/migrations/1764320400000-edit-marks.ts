import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Who edited what of settings, channels, favourites and key-values within the last hour (core/lost-edits). */
export class EditMarks1764320400000 implements MigrationInterface {
  name = 'EditMarks1764320400000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('CREATE TABLE edit_mark (scope text PRIMARY KEY, marks jsonb NOT NULL, at timestamptz NOT NULL)');
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
