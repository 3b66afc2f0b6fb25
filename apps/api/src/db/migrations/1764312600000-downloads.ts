import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** VODs that are fetched from what their site keeps. */
export class Downloads1764312600000 implements MigrationInterface {
  name = 'Downloads1764312600000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE vod ADD COLUMN download jsonb');
    await q.query('ALTER TABLE vod DROP CONSTRAINT vod_state_check');
    await q.query(
      `ALTER TABLE vod ADD CONSTRAINT vod_state_check CHECK (state IN ('waiting','capturing','paused','ended','converting','finalized','failed','downloading'))`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
