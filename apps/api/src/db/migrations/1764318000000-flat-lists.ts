import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Ways to the few among many: VODs that were put away, the VOD whose chat file has a name in the library, and VODs
 * whose space is to be listed again (`space_version`: the `version` of the row when it was listed last; the two stood
 * in tables of their own, and every minute all rows of both were compared).
 */
export class FlatLists1764318000000 implements MigrationInterface {
  name = 'FlatLists1764318000000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE vod ADD COLUMN space_version int NOT NULL DEFAULT 0`);
    await q.query(`UPDATE vod SET space_version = s.vod_version FROM vod_space s WHERE s.vod_uuid = vod.uuid`);
    await q.query(`ALTER TABLE vod_space DROP COLUMN vod_version`);
    await q.query(`CREATE INDEX vod_space_due ON vod (uuid) WHERE space_version < version`);
    await q.query(`CREATE INDEX vod_put_away ON vod (started_at DESC, uuid) WHERE archived_at IS NOT NULL`);
    await q.query(
      `CREATE INDEX vod_chat_in_library ON vod ((chat -> 'file' ->> 'libraryPath')) WHERE chat -> 'file' ->> 'libraryPath' IS NOT NULL`,
    );
    await q.query(
      `CREATE INDEX vod_downloaded_chat_in_library ON vod ((downloaded_chat ->> 'libraryPath')) WHERE downloaded_chat ->> 'libraryPath' IS NOT NULL`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
