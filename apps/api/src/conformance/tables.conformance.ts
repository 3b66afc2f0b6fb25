import { type DataSource } from 'typeorm';

/** Columns that change without any request: timestamps, counters of work. */
const BY_ITSELF = [
  'checked_at',
  'looked_at',
  'manifest_revision',
  'manifest_version',
  'manifest_at',
  'heard_at',
  'updated_at',
  'last_seen_at',
  'used_at',
  'expires_at',
  'asked_at',
  'progress',
  'rate',
  'left_ms',
  'log',
  'note',
  'last_at',
  'count',
  'site',
  'stream',
];

/**
 * One checksum of the rows per table, without values that change by themselves: viewers are counted once a minute
 * during a recording, and each run of a periodic task is recorded.
 */
export async function checksums(db: DataSource): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT IN ('migration', 'outbox', 'task', 'vod_viewers')`,
  );
  const sums = await db.query<{ name: string; sum: string }[]>(
    tables
      .map(
        ({ name }) =>
          `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(r, ',' ORDER BY r)), '') AS sum FROM (SELECT (to_jsonb(t) - $1::text[])::text AS r FROM "${name}" t) AS rows`,
      )
      .join(' UNION ALL '),
    [BY_ITSELF],
  );
  return Object.fromEntries(sums.map(({ name, sum }) => [name, sum]));
}
