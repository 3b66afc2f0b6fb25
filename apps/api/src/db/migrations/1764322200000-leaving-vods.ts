import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

const KINDS = ['segments', 'files', 'chat', 'other'] as const;

/**
 * VODs whose rows are gone and whose objects are not: what they had on storage counts for their channel until it is
 * deleted, and they are no VOD of it any more.
 */
export class LeavingVods1764322200000 implements MigrationInterface {
  name = 'LeavingVods1764322200000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `CREATE TABLE leaving_vod (uuid uuid PRIMARY KEY, channel_uuid uuid NOT NULL, ${KINDS.map((kind) => `${kind} bigint NOT NULL`).join(', ')})`,
    );
    const counted = (rows: string, sign: 1 | -1): string =>
      `INSERT INTO channel_count AS c (channel_uuid, ${KINDS.join(', ')})
      SELECT channel_uuid, ${KINDS.map((kind) => `${sign} * SUM(${kind})`).join(', ')} FROM ${rows} GROUP BY channel_uuid ORDER BY channel_uuid
      ON CONFLICT (channel_uuid) DO UPDATE SET ${KINDS.map((kind) => `${kind} = c.${kind} + excluded.${kind}`).join(', ')}`;
    await q.query(`CREATE FUNCTION leaving_vod_summed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'INSERT' THEN ${counted('come', 1)}; ELSE ${counted('gone', -1)}; END IF;
      RETURN NULL; END $$`);
    await q.query(
      'CREATE TRIGGER leaving_vod_summed_come AFTER INSERT ON leaving_vod REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION leaving_vod_summed()',
    );
    await q.query(
      'CREATE TRIGGER leaving_vod_summed_gone AFTER DELETE ON leaving_vod REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION leaving_vod_summed()',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
