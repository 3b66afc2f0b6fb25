import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Ways to rows that are asked for often among many: jobs of a VOD (a clean-up asks for each VOD, and jobs grow with
 * VODs), jobs at work, the newest jobs; files and clips by their place in the library (a look for local videos asks for
 * each file it finds).
 */
export class Lookups1764314400000 implements MigrationInterface {
  name = 'Lookups1764314400000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE INDEX job_by_vod ON job (vod_uuid) WHERE vod_uuid IS NOT NULL`);
    await q.query(`CREATE INDEX job_at_work ON job (kind) WHERE status IN ('WAITING', 'RUNNING')`);
    await q.query(`CREATE INDEX job_newest ON job (started_at DESC)`);
    await q.query(`CREATE INDEX file_by_library_path ON file (library_path) WHERE library_path IS NOT NULL`);
    await q.query(`CREATE INDEX clip_by_library_path ON clip (library_path) WHERE library_path IS NOT NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
