import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** How much of a part an earlier part has too (`doubledMs` in libs/domain); null: not known yet. */
export class DoubledMedia1764318600000 implements MigrationInterface {
  name = 'DoubledMedia1764318600000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE part ADD COLUMN doubled_ms bigint');
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
