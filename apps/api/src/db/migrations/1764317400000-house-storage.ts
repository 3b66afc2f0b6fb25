import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Which storage this house uses, so that an empty mount point is not taken for it. No row: none yet. No id: the
 * operator wants the one that is there next.
 */
export class HouseStorage1764317400000 implements MigrationInterface {
  name = 'HouseStorage1764317400000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `CREATE TABLE house_storage (one boolean PRIMARY KEY DEFAULT true CHECK (one), id text, at timestamptz NOT NULL DEFAULT now())`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
