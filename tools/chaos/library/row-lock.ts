import { OutsideError, untranslated } from '#libs/errors';
import pg from 'pg';

/** A query that locks rows. */
export interface LockQuery {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Locks the files of a VOD. */
export const filesOf = (vod: string): LockQuery => ({
  sql: 'SELECT FROM file WHERE vod_uuid = $1 FOR UPDATE',
  values: [vod],
});
/** Locks the row of a VOD. */
export const vodRow = (vod: string): LockQuery => ({
  sql: 'SELECT FROM vod WHERE uuid = $1 FOR UPDATE',
  values: [vod],
});

/**
 * A lock on rows of the installation's database: any process that needs them waits there, in the middle of its work.
 */
export class RowLock {
  private constructor(
    private readonly pgUrl: string,
    private readonly session: { readonly client: pg.Client; readonly pid: number },
    /** Resolves when the lock is granted: at once, or when the current owner releases the rows. */
    readonly granted: Promise<void>,
  ) {}

  /** Requests the lock; resolves before the lock is granted. */
  static async request(pgUrl: string, { sql, values }: LockQuery): Promise<RowLock> {
    const client = new pg.Client({ connectionString: pgUrl });
    client.on('error', () => undefined); // the installation may stop first
    await client.connect();
    await client.query('BEGIN');
    const {
      rows: [session],
    } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    if (session === undefined) throw new OutsideError(untranslated('no-session', 'PostgreSQL names no session'));
    const granted = client.query(sql, [...values]).then(() => undefined);
    granted.catch(() => undefined); // reported to the caller that awaits it
    return new RowLock(pgUrl, { client, pid: session.pid }, granted);
  }

  /** Requests the lock and waits until it is granted. */
  static async acquire(pgUrl: string, query: LockQuery): Promise<RowLock> {
    const lock = await RowLock.request(pgUrl, query);
    await lock.granted;
    return lock;
  }

  /** Statements that wait for this lock. */
  async blockedStatements(): Promise<string[]> {
    const client = new pg.Client({ connectionString: this.pgUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ query: string }>(
        'SELECT query FROM pg_stat_activity WHERE $1::int = ANY (pg_blocking_pids(pid))',
        [this.session.pid],
      );
      return rows.map(({ query }) => query);
    } finally {
      await client.end();
    }
  }

  /** Releases the lock. A second call has no effect. */
  async release(): Promise<void> {
    await this.session.client.end().catch(() => undefined);
  }
}
