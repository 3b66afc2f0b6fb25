import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What is small and many of a VOD (pages of chat, pictures, journals), as it was listed last, counts for its weight and
 * that of its channel.
 */
export class RestBytes1764313200001 implements MigrationInterface {
  name = 'RestBytes1764313200001';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE vod ADD COLUMN rest_bytes bigint NOT NULL DEFAULT 0`);
    await q.query(`CREATE OR REPLACE FUNCTION vod_weight(v vod) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN v.segments_gone THEN 0 ELSE v.bytes END + v.file_bytes + COALESCE((v.chat -> 'file' ->> 'sizeBytes')::bigint, 0) + COALESCE((v.downloaded_chat ->> 'sizeBytes')::bigint, 0) + v.rest_bytes $$`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
