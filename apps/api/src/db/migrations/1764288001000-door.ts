import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The operator, logins, settings, sealed texts. */
export class Door1764288001000 implements MigrationInterface {
  name = 'Door1764288001000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `CREATE TABLE operator (id smallint PRIMARY KEY CHECK (id = 1), password_hash text NOT NULL, changed_at timestamptz NOT NULL)`,
    );
    await q.query(
      `CREATE TABLE session (token_hash text PRIMARY KEY, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL)`,
    );
    await q.query(`CREATE INDEX session_by_expiry ON session (expires_at)`);
    await q.query(`CREATE TABLE setting (key text PRIMARY KEY, value jsonb NOT NULL, updated_at timestamptz NOT NULL)`);
    await q.query(
      `CREATE TABLE setting_secret (name text PRIMARY KEY, envelope text NOT NULL, updated_at timestamptz NOT NULL)`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
