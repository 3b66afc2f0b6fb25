import pg from 'pg';

/** Rows that are locked. */
export interface HeldRows {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export const fileOf = (vod: string): HeldRows => ({
  sql: 'SELECT FROM file WHERE vod_uuid = $1 FOR UPDATE',
  values: [vod],
});
export const rowOf = (vod: string): HeldRows => ({ sql: 'SELECT FROM vod WHERE uuid = $1 FOR UPDATE', values: [vod] });

/** A lock on rows of the installation's database: whoever comes to them waits there, in the midst of what it does. */
export class Hold {
  private constructor(
    private readonly client: pg.Client,
    private readonly pid: number,
    /** Resolves when the rows are held: at once, or when who has them lets go. */
    readonly granted: Promise<void>,
  ) {}

  /** Asks for the rows; resolves before they are had. */
  static async request(pgUrl: string, { sql, values }: HeldRows): Promise<Hold> {
    const client = new pg.Client({ connectionString: pgUrl });
    client.on('error', () => undefined); // the installation ends
    await client.connect();
    await client.query('BEGIN');
    const {
      rows: [backend],
    } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const granted = client.query(sql, [...values]).then(() => undefined);
    granted.catch(() => undefined); // reported to who waits for it
    return new Hold(client, backend?.pid ?? 0, granted);
  }

  static async of(pgUrl: string, rows: HeldRows): Promise<Hold> {
    const hold = await Hold.request(pgUrl, rows);
    await hold.granted;
    return hold;
  }

  /** Statements that wait for it. */
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

  /** May be repeated. */
  async release(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
