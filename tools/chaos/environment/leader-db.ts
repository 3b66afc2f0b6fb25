import { OutsideError, untranslated } from '#libs/errors';
import pg from 'pg';

/** Key of the lock that the leading api holds (apps/api/src/persistence/database/leader-session.ts). */
const LEADER_LOCK = 7_401_002;

/** The leader lock and the outbox in the database of an installation, reached without the api. */
export class LeaderDb {
  private constructor(
    private readonly url: string,
    private readonly client: pg.Client,
  ) {}

  static async open(url: string): Promise<LeaderDb> {
    return new LeaderDb(url, await openClient(url));
  }

  /** TCP port of the client end of the connection that holds the leader lock; null if no connection holds it. */
  async holderPort(): Promise<number | null> {
    const { rows } = await this.client.query<{ port: number }>(
      `SELECT a.client_port AS port FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE l.locktype = 'advisory' AND l.granted AND l.objid = $1`,
      [LEADER_LOCK],
    );
    return rows[0]?.port ?? null;
  }

  /** Number of messages in the outbox. */
  async outboxLength(): Promise<number> {
    const { rows } = await this.client.query<{ n: number }>('SELECT count(*)::int AS n FROM outbox');
    return rows[0]?.n ?? 0;
  }

  /**
   * Takes the lock from the leading api, like a node that has vanished but whose session remains.
   * @returns a function that releases the lock
   * @throws OutsideError `no-leader` - no api leads
   */
  async takeLeadership(): Promise<() => Promise<void>> {
    if ((await this.holderPort()) === null)
      throw new OutsideError(untranslated('no-leader', `no session holds the leader lock ${String(LEADER_LOCK)}`));
    const taker = await openClient(this.url);
    // Waits for the lock before the leader loses it, so that no other api, which only tries it, comes first.
    const acquired = taker.query('SELECT pg_advisory_lock($1)', [LEADER_LOCK]);
    await this.client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = $1`,
      [LEADER_LOCK],
    );
    await acquired;
    return () => taker.end();
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}

async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the installation may stop first
  await client.connect();
  return client;
}
