import pg from 'pg';

/** A query that locks rows. */
export interface HeldRows {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export const fileOf = (vod: string): HeldRows => ({
  sql: 'SELECT FROM file WHERE vod_uuid = $1 FOR UPDATE',
  values: [vod],
});
export const rowOf = (vod: string): HeldRows => ({ sql: 'SELECT FROM vod WHERE uuid = $1 FOR UPDATE', values: [vod] });

/**
 * A lock on rows of the installation's database: any process that needs them waits there, in the middle of its work.
 */
export class Hold {
  private constructor(
    private readonly client: pg.Client,
    private readonly pid: number,
    /** Resolves when the lock is granted: at once, or when the current owner releases the rows. */
    readonly granted: Promise<void>,
  ) {}

  /** Requests the lock; resolves before the lock is granted. */
  static async request(pgUrl: string, { sql, values }: HeldRows): Promise<Hold> {
    const client = new pg.Client({ connectionString: pgUrl });
    client.on('error', () => undefined); // the installation ends
    await client.connect();
    await client.query('BEGIN');
    const {
      rows: [backend],
    } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const granted = client.query(sql, [...values]).then(() => undefined);
    granted.catch(() => undefined); // reported to the caller that awaits it
    return new Hold(client, backend?.pid ?? 0, granted);
  }

  static async of(pgUrl: string, rows: HeldRows): Promise<Hold> {
    const hold = await Hold.request(pgUrl, rows);
    await hold.granted;
    return hold;
  }

  /** Statements that wait for this lock. */
  async waiting(pgUrl: string): Promise<string[]> {
    const client = new pg.Client({ connectionString: pgUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ query: string }>(
        'SELECT query FROM pg_stat_activity WHERE $1::int = ANY (pg_blocking_pids(pid))',
        [this.pid],
      );
      return rows.map(({ query }) => query);
    } finally {
      await client.end();
    }
  }

  /** Releases the lock. A second call has no effect. */
  async release(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
