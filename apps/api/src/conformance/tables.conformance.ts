import { type DataSource, type QueryRunner } from 'typeorm';

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
 * during a recording, each run of a periodic task is recorded, and refused calls of a site are counted some seconds
 * later.
 */
export class TableChecksums {
  private constructor(private readonly session: QueryRunner) {}

  /** Prepares the statement in a session of its own: to plan it takes many times as long as to run it. */
  static async open(db: DataSource): Promise<TableChecksums> {
    const session = db.createQueryRunner();
    const tables = (await session.query(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT IN ('migration', 'outbox', 'push_refusal', 'task', 'vod_viewers')`,
    )) as { name: string }[];
    await session.query(
      `PREPARE checksums AS ${tables
        .map(
          ({ name }) =>
            `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(r, ',' ORDER BY r)), '') AS sum FROM (SELECT (to_jsonb(t) - '{${BY_ITSELF.join(',')}}'::text[])::text AS r FROM "${name}" t) AS rows`,
        )
        .join(' UNION ALL ')}`,
    );
    return new TableChecksums(session);
  }

  /** By table. */
  async read(): Promise<Record<string, string>> {
    const sums = (await this.session.query('EXECUTE checksums')) as { name: string; sum: string }[];
    return Object.fromEntries(sums.map(({ name, sum }) => [name, sum]));
  }

  /** Before the API stops, which waits for its sessions. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.session.release();
  }
}
