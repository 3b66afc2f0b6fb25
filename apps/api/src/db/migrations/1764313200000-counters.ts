import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * How many VODs a channel has and what they weigh, kept by the database itself in the transaction that changes a VOD: a
 * list of channels costs the same with ten VODs and with a hundred thousand, and the numbers are true whatever dies. A
 * row outlives its channel, whose VODs may stay.
 */
export class Counters1764313200000 implements MigrationInterface {
  name = 'Counters1764313200000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE vod ADD COLUMN file_bytes bigint NOT NULL DEFAULT 0`);
    await q.query(
      `CREATE TABLE channel_count (channel_uuid uuid PRIMARY KEY, vods int NOT NULL DEFAULT 0, archived int NOT NULL DEFAULT 0, bytes bigint NOT NULL DEFAULT 0)`,
    );
    await q.query(`CREATE FUNCTION vod_weight(v vod) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN v.segments_gone THEN 0 ELSE v.bytes END + v.file_bytes + COALESCE((v.chat -> 'file' ->> 'sizeBytes')::bigint, 0) + COALESCE((v.downloaded_chat ->> 'sizeBytes')::bigint, 0) $$`);
    await q.query(`CREATE FUNCTION count_vod(v vod, n int) RETURNS void LANGUAGE sql AS $$
      INSERT INTO channel_count AS c (channel_uuid, vods, archived, bytes) VALUES (v.channel_uuid, n, n * (v.archived_at IS NOT NULL)::int, n * vod_weight(v))
      ON CONFLICT (channel_uuid) DO UPDATE SET vods = c.vods + excluded.vods, archived = c.archived + excluded.archived, bytes = c.bytes + excluded.bytes $$`);
    await q.query(`CREATE FUNCTION vod_counted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'UPDATE' AND OLD.channel_uuid = NEW.channel_uuid AND (OLD.archived_at IS NULL) = (NEW.archived_at IS NULL) AND vod_weight(OLD) = vod_weight(NEW) THEN RETURN NULL; END IF;
      IF TG_OP <> 'INSERT' THEN PERFORM count_vod(OLD, -1); END IF;
      IF TG_OP <> 'DELETE' THEN PERFORM count_vod(NEW, 1); END IF;
      RETURN NULL; END $$`);
    await q.query(`CREATE FUNCTION file_counted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP <> 'INSERT' AND NOT OLD.deleted THEN UPDATE vod SET file_bytes = file_bytes - OLD.size_bytes WHERE uuid = OLD.vod_uuid; END IF;
      IF TG_OP <> 'DELETE' AND NOT NEW.deleted THEN UPDATE vod SET file_bytes = file_bytes + NEW.size_bytes WHERE uuid = NEW.vod_uuid; END IF;
      RETURN NULL; END $$`);
    await q.query(
      `UPDATE vod SET file_bytes = (SELECT COALESCE(SUM(f.size_bytes), 0) FROM file f WHERE f.vod_uuid = vod.uuid AND NOT f.deleted)`,
    );
    await q.query(
      `INSERT INTO channel_count SELECT channel_uuid, COUNT(*), COUNT(archived_at), SUM(vod_weight(vod)) FROM vod GROUP BY channel_uuid`,
    );
    await q.query(
      `CREATE TRIGGER vod_counted AFTER INSERT OR UPDATE OR DELETE ON vod FOR EACH ROW EXECUTE FUNCTION vod_counted()`,
    );
    await q.query(
      `CREATE TRIGGER file_counted AFTER INSERT OR DELETE OR UPDATE OF size_bytes, deleted ON file FOR EACH ROW EXECUTE FUNCTION file_counted()`,
    );
    await q.query(`CREATE INDEX vod_newest ON vod (started_at DESC, uuid)`);
    await q.query(
      `CREATE INDEX vod_newest_of_channel ON vod (channel_uuid, started_at DESC) WHERE archived_at IS NULL`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
