import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What we saved last stands beside each setting, and the settings of the page have a place on the server. */
export class Settings1764309600000 implements MigrationInterface {
  name = 'Settings1764309600000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE setting ADD COLUMN good_value jsonb`);
    await q.query(`UPDATE setting SET good_value = value`);
    await q.query(
      `CREATE TABLE client_settings (id smallint PRIMARY KEY CHECK (id = 1), value jsonb NOT NULL, updated_at timestamptz NOT NULL)`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
