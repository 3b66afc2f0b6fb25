import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Words of titles and names, to find a VOD among many. */
export class VodSearch1764313800000 implements MigrationInterface {
  name = 'VodSearch1764313800000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `CREATE FUNCTION vod_words(title text, basename text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT to_tsvector('simple'::regconfig, title || ' ' || translate(basename, '_-.', '   ')) $$`,
    );
    await q.query(`CREATE INDEX vod_by_words ON vod USING gin (vod_words(title, basename))`);
    await q.query(`CREATE INDEX vod_by_state ON vod (state, started_at DESC) WHERE state <> 'finalized'`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
