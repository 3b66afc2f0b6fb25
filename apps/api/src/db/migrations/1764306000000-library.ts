import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What an operator adds to a recording and what its site still has of it; tasks of the api as jobs; the history of a
 * channel.
 */
export class Library1764306000000 implements MigrationInterface {
  name = 'Library1764306000000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE vod
      ADD COLUMN origin text NOT NULL DEFAULT 'capture' CHECK (origin IN ('capture', 'download')),
      ADD COLUMN folder text NOT NULL DEFAULT '',
      ADD COLUMN season text, ADD COLUMN stream_number int, ADD COLUMN absolute_season int, ADD COLUMN absolute_number int,
      ADD COLUMN bookmarks jsonb NOT NULL DEFAULT '[]', ADD COLUMN cloud_storage boolean NOT NULL DEFAULT false, ADD COLUMN archived_at timestamptz,
      ADD COLUMN site_vod jsonb, ADD COLUMN downloaded_chat jsonb, ADD COLUMN export_data jsonb NOT NULL DEFAULT '{}'`);
    await q.query(`ALTER TABLE file ADD COLUMN role text NOT NULL DEFAULT 'segment'`);
    await q.query(`ALTER TABLE channel ADD COLUMN numbering jsonb, ADD COLUMN saves_vods boolean`);
    await q.query(
      `ALTER TABLE job ADD COLUMN channel_uuid uuid, ADD COLUMN task jsonb, ADD COLUMN owner text, ADD COLUMN heard_at timestamptz, ADD COLUMN tries int NOT NULL DEFAULT 0, ADD COLUMN not_before timestamptz`,
    );
    await q.query(`CREATE INDEX job_tasks ON job (status) WHERE task IS NOT NULL`);
    await q.query(
      `CREATE TABLE channel_history (id bigserial PRIMARY KEY, channel_uuid uuid NOT NULL REFERENCES channel (uuid) ON DELETE CASCADE, at timestamptz NOT NULL, fact jsonb NOT NULL)`,
    );
    await q.query(`CREATE INDEX channel_history_by_channel ON channel_history (channel_uuid, at)`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
