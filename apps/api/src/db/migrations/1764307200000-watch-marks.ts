import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** When the media of a VOD were asked for last: a clean-up spares what somebody watches. */
export class WatchMarks1764307200000 implements MigrationInterface {
  name = 'WatchMarks1764307200000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `CREATE TABLE vod_watch (vod_uuid uuid PRIMARY KEY REFERENCES vod (uuid) ON DELETE CASCADE, at timestamptz NOT NULL)`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
