import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Channels, VODs, their parts and files, jobs and the outbox. */
export class Recording1764288000000 implements MigrationInterface {
  name = 'Recording1764288000000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `CREATE TABLE outbox (id text PRIMARY KEY, position bigserial NOT NULL UNIQUE, kind text NOT NULL, name text NOT NULL, payload jsonb NOT NULL, tries int NOT NULL DEFAULT 0)`,
    );
    await q.query(`CREATE TABLE channel (
      uuid uuid PRIMARY KEY, provider_kind text NOT NULL, internal_name text NOT NULL UNIQUE, display_name text NOT NULL, source_url text NOT NULL, source_id text NOT NULL,
      credentials text, options jsonb NOT NULL DEFAULT '{}', is_live boolean NOT NULL DEFAULT false, live_since timestamptz, live_stream_id text, refused_stream_id text,
      verdict_state text NOT NULL DEFAULT 'unknown', verdict_reason text NOT NULL DEFAULT '', checked_at timestamptz, created_at timestamptz NOT NULL, version int NOT NULL DEFAULT 1,
      UNIQUE (provider_kind, source_id))`);
    await q.query(`CREATE TABLE vod (
      uuid uuid PRIMARY KEY, channel_uuid uuid NOT NULL, provider_kind text NOT NULL, stream_id text NOT NULL, basename text NOT NULL UNIQUE, channel_name text NOT NULL, channel_display text NOT NULL,
      title text NOT NULL DEFAULT '', state text NOT NULL CHECK (state IN ('waiting','capturing','paused','ended','converting','finalized','failed')), state_reason text NOT NULL DEFAULT '',
      assigned boolean NOT NULL, assigned_at timestamptz NOT NULL, started_at timestamptz NOT NULL, ended_at timestamptz, created_at timestamptz NOT NULL, capture_started timestamptz, conversion_started timestamptz,
      media_ms bigint NOT NULL DEFAULT 0, missing_ms bigint NOT NULL DEFAULT 0, bytes bigint NOT NULL DEFAULT 0, gaps jsonb NOT NULL DEFAULT '[]',
      refusal text, convert_attempt text, convert_state text, convert_reason text NOT NULL DEFAULT '', segments_gone boolean NOT NULL DEFAULT false,
      manifest_revision int NOT NULL DEFAULT 0, manifest_version int NOT NULL DEFAULT 0, manifest_at timestamptz, metadata jsonb, facts jsonb NOT NULL DEFAULT '{}', prevent_deletion boolean NOT NULL DEFAULT false, comment text, version int NOT NULL DEFAULT 1,
      UNIQUE (channel_uuid, stream_id))`);
    await q.query(`CREATE INDEX vod_by_channel ON vod (channel_uuid, started_at)`);
    await q.query(`CREATE INDEX vod_open ON vod (state) WHERE state <> 'finalized'`);
    await q.query(`CREATE TABLE part (
      part_id text PRIMARY KEY, vod_uuid uuid NOT NULL REFERENCES vod (uuid) ON DELETE CASCADE, recorder text NOT NULL, started_at bigint NOT NULL, ended_at bigint, cause text, reason text NOT NULL DEFAULT '',
      segments int NOT NULL DEFAULT 0, bytes bigint NOT NULL DEFAULT 0, media_ms bigint NOT NULL DEFAULT 0, missing_ms bigint NOT NULL DEFAULT 0, gaps int NOT NULL DEFAULT 0,
      rendition text NOT NULL DEFAULT '', width int, height int, fps real)`);
    await q.query(`CREATE INDEX part_by_vod ON part (vod_uuid)`);
    await q.query(`CREATE TABLE file (
      id text PRIMARY KEY, vod_uuid uuid NOT NULL REFERENCES vod (uuid) ON DELETE CASCADE, file_id text NOT NULL, attempt text NOT NULL, key text NOT NULL, basename text NOT NULL, size_bytes bigint NOT NULL,
      start_ms bigint NOT NULL, end_ms bigint NOT NULL, video_ms double precision NOT NULL, metadata jsonb NOT NULL, thumb_key text, keyframes_key text, library_path text, deleted boolean NOT NULL DEFAULT false, created_at timestamptz NOT NULL)`);
    await q.query(`CREATE INDEX file_by_vod ON file (vod_uuid)`);
    await q.query(`CREATE INDEX file_by_name ON file (basename)`);
    await q.query(`CREATE TABLE job (
      name text PRIMARY KEY, kind text NOT NULL, vod_uuid uuid, title text NOT NULL, status text NOT NULL, progress real NOT NULL DEFAULT 0, rate double precision, unit text NOT NULL, left_ms bigint, note text NOT NULL DEFAULT '',
      log jsonb NOT NULL DEFAULT '[]', error text, node text, pid int, command jsonb, started_at timestamptz NOT NULL, ended_at timestamptz, updated_at timestamptz NOT NULL)`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
