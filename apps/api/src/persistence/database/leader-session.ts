import { messageOf, OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { Socket } from 'node:net';
import { Client } from 'pg';

/** Key of the advisory lock that the leader holds. */
export const LEADER_LOCK = 7_401_002;

interface SessionOptions {
  /** Shown in `pg_stat_activity`; identifies the holder of the lock. */
  readonly name: string;
  /** The server ends the session, and releases its lock, after this time without a statement. */
  readonly idleTimeoutMs: number;
  /** Called when the server or the network ends the connection. */
  readonly onEnd: (reason: string) => void;
}

const CONNECT_TIMEOUT_MS = 3_000;
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * A separate connection that can hold the leader lock. The lock lasts as long as the session. The server ends a session
 * that is silent for `idleTimeoutMs`, so a node that disappears without closing its connections loses the lock.
 */
export class LeaderSession {
  private constructor(
    private readonly client: Client,
    private readonly socket: Socket,
  ) {}

  /** @throws OutsideError `leader-session`: if Postgres does not answer */
  static async open(url: string, { name, idleTimeoutMs, onEnd }: SessionOptions): Promise<LeaderSession> {
    const socket = new Socket();
    const client = new Client({
      connectionString: url,
      application_name: name,
      stream: () => socket,
    });
    client.on('error', (thrown) => {
      onEnd(messageOf(thrown));
    });
    client.on('end', () => {
      onEnd('the connection to PostgreSQL ended');
    });
    const timer = setTimeout(() => {
      socket.destroy();
    }, CONNECT_TIMEOUT_MS);
    try {
      await client.connect();
      await client.query(`SELECT set_config('idle_session_timeout', $1, false)`, [String(idleTimeoutMs)]);
    } catch (thrown) {
      socket.destroy();
      throw new OutsideError(message('error.leader-session', { why: messageOf(thrown) }), { cause: thrown });
    } finally {
      clearTimeout(timer);
    }
    return new LeaderSession(client, socket);
  }

  /**
   * Takes the lock if it is free. Do not call it while this session holds the lock, because it would take the lock
   * twice.
   * @returns whether this session holds the lock
   */
  async tryLock(): Promise<boolean> {
    const { rows } = await this.client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [LEADER_LOCK]);
    return rows[0]?.got === true;
  }

  /**
   * Restarts the server's timeout.
   * @throws if the session has ended, and the lock with it
   */
  async ping(): Promise<void> {
    await this.client.query('SELECT 1');
  }

  /** Closes the connection without waiting for the server; running statements fail. */
  destroy(): void {
    this.socket.destroy();
  }

  /** Releases the lock. Resolves when the server has done so, or does not answer. */
  async close(): Promise<void> {
    const timer = setTimeout(() => {
      this.destroy();
    }, CLOSE_TIMEOUT_MS);
    await this.client.end().catch(() => undefined);
    clearTimeout(timer);
  }
}
