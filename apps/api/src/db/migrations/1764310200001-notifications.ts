import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Who is told of what, by v0's categories. */
export class Notifications1764310200001 implements MigrationInterface {
  name = 'Notifications1764310200001';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE TABLE notification_category (name text PRIMARY KEY, bits int NOT NULL)`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
