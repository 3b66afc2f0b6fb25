import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What was given up counts until it is gone: segments by `vod.bytes`, which is 0 once they are deleted, and files that
 * no row names any more by the objects that are due.
 */
export class UntilGone1764319200000 implements MigrationInterface {
  name = 'UntilGone1764319200000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('UPDATE vod SET bytes = 0 WHERE segments_gone AND bytes <> 0');
    for (const name of ['vod_summed', 'vod_weight']) await this.countGivenUp(q, name);
    await q.query(
      'ALTER TABLE due_object ADD COLUMN vod_uuid uuid REFERENCES vod (uuid) ON DELETE SET NULL, ADD COLUMN bytes bigint NOT NULL DEFAULT 0',
    );
    await q.query('CREATE INDEX due_object_of_vod ON due_object (vod_uuid)');
    const weighed = (rows: string, sign: 1 | -1): string =>
      `UPDATE vod SET file_bytes = file_bytes + w.bytes FROM (SELECT vod_uuid, ${sign} * SUM(bytes) AS bytes FROM ${rows} GROUP BY vod_uuid HAVING SUM(bytes) <> 0) w WHERE vod.uuid = w.vod_uuid`;
    await q.query(`CREATE FUNCTION due_object_summed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'INSERT' THEN ${weighed('come', 1)}; ELSE ${weighed('gone', -1)}; END IF;
      RETURN NULL; END $$`);
    await q.query(
      'CREATE TRIGGER due_object_summed_come AFTER INSERT ON due_object REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION due_object_summed()',
    );
    await q.query(
      'CREATE TRIGGER due_object_summed_gone AFTER DELETE ON due_object REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION due_object_summed()',
    );
  }

  /** As the function stands, but for the one term. */
  private async countGivenUp(q: QueryRunner, name: string): Promise<void> {
    const [row] = (await q.query(`SELECT pg_get_functiondef('${name}'::regproc) AS text`)) as { text: string }[];
    const text = row?.text.replaceAll(/CASE WHEN (v\.)?segments_gone THEN 0 ELSE (v\.)?bytes END/g, '$2bytes') ?? '';
    if (text === row?.text) throw new BugError('migration', `${name} is not as it was made.`);
    await q.query(text);
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
