import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What is fetched of a site's copy of a recording counts for its VOD, as segments, from when it is stored until it is
 * deleted: `vod.copy_bytes`.
 */
export class CopyBytes1764321000000 implements MigrationInterface {
  name = 'CopyBytes1764321000000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE vod ADD COLUMN copy_bytes bigint NOT NULL DEFAULT 0');
    await this.count(q, 'vod_summed', (text) =>
      text.replaceAll('(bytes) AS segments', '(bytes + copy_bytes) AS segments'),
    );
    await this.count(q, 'vod_weight', (text) => text.replaceAll(/\bv\.bytes\b/g, 'v.bytes + v.copy_bytes'));
  }

  /** As the function stands, but for the one term. */
  private async count(q: QueryRunner, name: string, change: (text: string) => string): Promise<void> {
    const [row] = (await q.query(`SELECT pg_get_functiondef('${name}'::regproc) AS text`)) as { text: string }[];
    const text = change(row?.text ?? '');
    if (text === row?.text) throw new BugError('migration', `${name} is not as it was made.`);
    await q.query(text);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
