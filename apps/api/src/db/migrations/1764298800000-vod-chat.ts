import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The chat of a VOD: whether there is one, and how its file stands. */
export class VodChat1764298800000 implements MigrationInterface {
  name = 'VodChat1764298800000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE "vod" ADD COLUMN "chat" jsonb`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
