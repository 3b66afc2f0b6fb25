import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * VODs whose place in the library shall follow their row, places that nobody needs any more, and a quick look at names.
 */
export class LibraryLinks1764310800000 implements MigrationInterface {
  name = 'LibraryLinks1764310800000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `CREATE TABLE library_due (vod_uuid uuid PRIMARY KEY REFERENCES vod (uuid) ON DELETE CASCADE, at timestamptz NOT NULL)`,
    );
    // Without a reference to vod: what is left of a VOD outlives it.
    await q.query(`CREATE TABLE library_leftover (path text PRIMARY KEY, vod_uuid uuid NOT NULL, key text NOT NULL)`);
    await q.query(`CREATE INDEX library_leftover_by_vod ON library_leftover (vod_uuid)`);
    await q.query(`CREATE INDEX vod_by_folded_name ON vod (lower(basename) text_pattern_ops)`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
