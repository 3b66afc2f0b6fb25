import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Chapters and viewers by the sites' stamps, the clock that leads from those to the file, and pictures of sites. */
export class Story1764295300000 implements MigrationInterface {
  name = 'Story1764295300000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE vod ADD COLUMN clock jsonb`);
    await q.query(
      `CREATE TABLE vod_chapter (vod_uuid uuid NOT NULL REFERENCES vod (uuid) ON DELETE CASCADE, at bigint NOT NULL, title text NOT NULL, category jsonb, is_mature boolean NOT NULL, PRIMARY KEY (vod_uuid, at))`,
    );
    await q.query(
      `CREATE TABLE vod_viewers (vod_uuid uuid NOT NULL REFERENCES vod (uuid) ON DELETE CASCADE, at bigint NOT NULL, amount int NOT NULL, PRIMARY KEY (vod_uuid, at))`,
    );
    await q.query(
      `CREATE TABLE site_picture (id text PRIMARY KEY, url text NOT NULL, content_type text, fetched_at timestamptz, tried_at timestamptz)`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
