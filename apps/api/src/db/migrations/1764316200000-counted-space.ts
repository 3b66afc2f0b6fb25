import { BugError } from '#libs/errors';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Clips of channels that nobody follows here are counted under it. */
const NO_CHANNEL = "'00000000-0000-0000-0000-000000000000'::uuid";
const KINDS = ['segments', 'files', 'chat', 'other', 'clips', 'local'] as const;
const COUNTS = ['vods', 'archived', ...KINDS] as const;

/** One row for each row of a table, with what it adds to the counts of its channel; those it does not name are 0. */
type Counted = (rows: string, sign: 1 | -1) => string;

const of =
  (channel: string, counts: Partial<Record<(typeof COUNTS)[number], string>>): Counted =>
  (rows, sign) =>
    `SELECT ${channel} AS channel_uuid, ${COUNTS.map((count) => `${sign} * (${counts[count] ?? '0'}) AS ${count}`).join(', ')} FROM ${rows}`;

const VODS = of('channel_uuid', {
  vods: '1',
  archived: '(archived_at IS NOT NULL)::int',
  segments: 'CASE WHEN segments_gone THEN 0 ELSE bytes END',
  files: 'file_bytes',
  other: 'other_bytes',
  chat: "COALESCE((chat -> 'file' ->> 'sizeBytes')::bigint, 0) + COALESCE((downloaded_chat ->> 'sizeBytes')::bigint, 0) + rest_bytes - other_bytes",
});
const CLIPS = of(`COALESCE(channel_uuid, ${NO_CHANNEL})`, {
  clips: 'CASE WHEN missing_since IS NULL THEN size_bytes ELSE 0 END',
});
const LOCAL = of('channel_uuid', { local: 'size_bytes' });

/** In the order of the channels, so that two that change many wait for each other instead of locking each other out. */
const added = (changes: string): string => `INSERT INTO channel_count AS c (channel_uuid, ${COUNTS.join(', ')})
  SELECT channel_uuid, ${COUNTS.map((count) => `SUM(${count})`).join(', ')} FROM (${changes}) changes GROUP BY channel_uuid HAVING ${COUNTS.map((count) => `SUM(${count}) <> 0`).join(' OR ')} ORDER BY channel_uuid
  ON CONFLICT (channel_uuid) DO UPDATE SET ${COUNTS.map((count) => `${count} = c.${count} + excluded.${count}`).join(', ')}`;

const FILES = (rows: string, sign: 1 | -1): string =>
  `SELECT vod_uuid, ${sign} * CASE WHEN deleted OR missing_since IS NOT NULL THEN 0 ELSE size_bytes END AS bytes FROM ${rows}`;
const weighed = (changes: string): string =>
  `UPDATE vod SET file_bytes = file_bytes + w.bytes FROM (SELECT vod_uuid, SUM(bytes) AS bytes FROM (${changes}) changes GROUP BY vod_uuid HAVING SUM(bytes) <> 0) w WHERE vod.uuid = w.vod_uuid`;

interface Keeper {
  readonly table: string;
  readonly counted: Counted;
  readonly write: (changes: string) => string;
}

/** After each statement, not each row: a count is written once however many rows of its channel a statement touches. */
async function keep(q: QueryRunner, { table, counted, write }: Keeper): Promise<void> {
  const [gone, come] = [counted('gone', -1), counted('come', 1)];
  const name = `${table}_summed`;
  await q.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN ${write(come)};
    ELSIF TG_OP = 'DELETE' THEN ${write(gone)};
    ELSE ${write(`${gone} UNION ALL ${come}`)}; END IF;
    RETURN NULL; END $$`);
  await q.query(
    `CREATE TRIGGER ${name}_come AFTER INSERT ON ${table} REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
  );
  await q.query(
    `CREATE TRIGGER ${name}_gone AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
  );
  await q.query(
    `CREATE TRIGGER ${name} AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
  );
}

/**
 * What lies on storage, by kind and channel, kept by the database itself in the transaction that changes a VOD, a file,
 * a clip or a local video: how much is used is a sum over the channels, however many VODs there are. `other_bytes` of a
 * VOD is the part of its `rest_bytes` that is no chat.
 */
export class CountedSpace1764316200000 implements MigrationInterface {
  name = 'CountedSpace1764316200000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('DROP TRIGGER vod_counted ON vod');
    await q.query('DROP TRIGGER file_counted ON file');
    await q.query('DROP FUNCTION vod_counted, file_counted, count_vod, file_weight');
    await q.query('ALTER TABLE vod ADD COLUMN other_bytes bigint NOT NULL DEFAULT 0');
    await q.query(
      'UPDATE vod SET other_bytes = LEAST(s.other, vod.rest_bytes) FROM vod_space s WHERE s.vod_uuid = vod.uuid AND s.other <> 0 AND vod.rest_bytes <> 0',
    );
    await q.query('TRUNCATE channel_count');
    await q.query(
      `ALTER TABLE channel_count DROP COLUMN bytes, ${KINDS.map((kind) => `ADD COLUMN ${kind} bigint NOT NULL DEFAULT 0`).join(', ')}`,
    );
    await q.query(
      'ALTER TABLE channel_count ADD COLUMN bytes bigint GENERATED ALWAYS AS (segments + files + chat + other) STORED',
    );
    await q.query(added([VODS('vod', 1), CLIPS('clip', 1), LOCAL('local_video', 1)].join(' UNION ALL ')));
    await keep(q, { table: 'vod', counted: VODS, write: added });
    await keep(q, { table: 'clip', counted: CLIPS, write: added });
    await keep(q, { table: 'local_video', counted: LOCAL, write: added });
    await keep(q, { table: 'file', counted: FILES, write: weighed });
  }

  down(): Promise<void> {
    return Promise.reject(new BugError('forward-only', 'Migrations go forward only; restore a backup instead.'));
  }
}
