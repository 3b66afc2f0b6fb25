import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What sites tell of channels and streams, how they push it, and notices. */
export class Sites1764295200000 implements MigrationInterface {
  name = 'Sites1764295200000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE channel ADD COLUMN site jsonb, ADD COLUMN stream jsonb, ADD COLUMN told jsonb`);
    await q.query(`CREATE TABLE notice (
      id text PRIMARY KEY, key text NOT NULL UNIQUE, kind text NOT NULL, level text NOT NULL, channel_uuid uuid, vod_uuid uuid, title text NOT NULL, text text NOT NULL,
      first_at timestamptz NOT NULL, last_at timestamptz NOT NULL, count int NOT NULL DEFAULT 1, resolved_at timestamptz)`);
    await q.query(`CREATE TABLE push_subscription (
      kind text NOT NULL, source_id text NOT NULL, topic text NOT NULL, site_id text, transport text NOT NULL, session_id text, status text NOT NULL, reason text NOT NULL DEFAULT '', updated_at timestamptz NOT NULL,
      PRIMARY KEY (kind, source_id, topic))`);
    await q.query(`CREATE TABLE push_message (id text PRIMARY KEY, at timestamptz NOT NULL)`);
    await q.query(`CREATE INDEX push_message_by_age ON push_message (at)`);
    await q.query(
      `CREATE TABLE push_refusal (kind text NOT NULL, reason text NOT NULL, count bigint NOT NULL, last_at timestamptz NOT NULL, PRIMARY KEY (kind, reason))`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
