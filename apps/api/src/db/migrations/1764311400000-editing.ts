import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Chapters of the operator's own beside those that a site told; files that are not listed or not on storage; the
 * operator's word on one broadcast.
 */
export class Editing1764311400000 implements MigrationInterface {
  name = 'Editing1764311400000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE vod ADD COLUMN edit_version int NOT NULL DEFAULT 0`);
    await q.query(
      `ALTER TABLE file ADD COLUMN listed boolean NOT NULL DEFAULT true, ADD COLUMN missing_since timestamptz`,
    );
    await q.query(
      `ALTER TABLE vod_chapter ADD COLUMN told_by text NOT NULL DEFAULT 'site' CHECK (told_by IN ('site', 'operator')), ADD COLUMN hidden boolean NOT NULL DEFAULT false`,
    );
    await q.query(`ALTER TABLE vod_chapter DROP CONSTRAINT vod_chapter_pkey, ADD PRIMARY KEY (vod_uuid, at, told_by)`);
    await q.query(
      `ALTER TABLE channel ADD COLUMN forced_stream_id text, ADD COLUMN push_off boolean NOT NULL DEFAULT false`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
