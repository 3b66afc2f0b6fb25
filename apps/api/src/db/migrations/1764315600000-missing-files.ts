import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** A file that is not on storage weighs nothing, in the weight of its VOD and channel as in the report of the space. */
export class MissingFiles1764315600000 implements MigrationInterface {
  name = 'MissingFiles1764315600000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `CREATE FUNCTION file_weight(f file) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT CASE WHEN f.deleted OR f.missing_since IS NOT NULL THEN 0 ELSE f.size_bytes END $$`,
    );
    await q.query(`CREATE OR REPLACE FUNCTION file_counted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP <> 'INSERT' AND file_weight(OLD) <> 0 THEN UPDATE vod SET file_bytes = file_bytes - file_weight(OLD) WHERE uuid = OLD.vod_uuid; END IF;
      IF TG_OP <> 'DELETE' AND file_weight(NEW) <> 0 THEN UPDATE vod SET file_bytes = file_bytes + file_weight(NEW) WHERE uuid = NEW.vod_uuid; END IF;
      RETURN NULL; END $$`);
    await q.query(`DROP TRIGGER file_counted ON file`);
    await q.query(
      `CREATE TRIGGER file_counted AFTER INSERT OR DELETE OR UPDATE OF size_bytes, deleted, missing_since ON file FOR EACH ROW EXECUTE FUNCTION file_counted()`,
    );
    await q.query(
      `UPDATE vod SET file_bytes = w.bytes FROM (SELECT vod_uuid, SUM(file_weight(file)) AS bytes FROM file GROUP BY vod_uuid) w WHERE vod.uuid = w.vod_uuid AND vod.file_bytes <> w.bytes`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
