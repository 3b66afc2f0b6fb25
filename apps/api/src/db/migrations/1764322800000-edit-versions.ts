import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The version that an edit is made from, in place of marks of who edited what lately. */
export class EditVersions1764322800000 implements MigrationInterface {
  name = 'EditVersions1764322800000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE edit_mark');
    await q.query(`UPDATE vod SET facts = facts - 'edited' WHERE facts ? 'edited'`);
    await q.query('ALTER TABLE channel ADD COLUMN edit_version int NOT NULL DEFAULT 0');
    await q.query('ALTER TABLE keyvalue ADD COLUMN version serial');
    await q.query('CREATE TABLE edit_version (what text PRIMARY KEY, version int NOT NULL)');
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
