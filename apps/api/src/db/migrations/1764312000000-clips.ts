import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Saved clips, the videos that somebody put beside the recordings of a channel, and what was listed of each VOD. */
export class Clips1764312000000 implements MigrationInterface {
  name = 'Clips1764312000000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE TABLE clip (
      uuid uuid PRIMARY KEY, channel_uuid uuid REFERENCES channel (uuid) ON DELETE SET NULL, channel_name text NOT NULL, provider_kind text NOT NULL, site_id text NOT NULL, folder text NOT NULL, basename text NOT NULL, title text NOT NULL,
      key text NOT NULL, size_bytes bigint NOT NULL, duration_ms bigint NOT NULL, metadata jsonb, thumb_key text, probe_attempt text, site_clip jsonb, source_url text, library_path text, created_at timestamptz NOT NULL, saved_at timestamptz NOT NULL,
      missing_since timestamptz, manifest_version int NOT NULL DEFAULT 0, version int NOT NULL DEFAULT 1, UNIQUE (folder, basename))`);
    await q.query(`CREATE INDEX clip_by_channel ON clip (channel_uuid, created_at)`);
    await q.query(`CREATE INDEX clip_by_site ON clip (provider_kind, site_id)`);
    await q.query(`CREATE TABLE local_video (
      uuid uuid PRIMARY KEY, channel_uuid uuid NOT NULL REFERENCES channel (uuid) ON DELETE CASCADE, path text NOT NULL, basename text NOT NULL, size_bytes bigint NOT NULL, modified_at timestamptz NOT NULL, found_at timestamptz NOT NULL,
      metadata jsonb, thumb_key text, probe_attempt text, fault text NOT NULL DEFAULT '', UNIQUE (channel_uuid, path))`);
    await q.query(
      `CREATE TABLE vod_space (vod_uuid uuid PRIMARY KEY REFERENCES vod (uuid) ON DELETE CASCADE, segments bigint NOT NULL, files bigint NOT NULL, chat bigint NOT NULL, other bigint NOT NULL, vod_version int NOT NULL, listed_at timestamptz NOT NULL)`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
