import { Injectable } from '@nestjs/common';
import { LEADER_LOCK } from '../database/leader-session.js';
import { Transactions } from '../database/tx.js';

/** The session that holds the leader lock, as PostgreSQL sees it. */
export interface LockHolder {
  /** Node and process of the API. */
  readonly name: string;
  /** ms since its last heartbeat. */
  readonly silentMs: number;
}

@Injectable()
export class LeaderRepository {
  constructor(private readonly transactions: Transactions) {}

  /**
   * @returns null if no API holds the lock
   * @throws if PostgreSQL does not answer
   */
  async holder(): Promise<LockHolder | null> {
    const [row] = await this.transactions.plain.query<{ name: string; silent: number }[]>(
      `SELECT a.application_name AS name, extract(epoch FROM clock_timestamp() - a.state_change)::float8 * 1000 AS silent
       FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.classid = 0 AND l.objid = $1
         AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LEADER_LOCK],
    );
    return row ? { name: row.name, silentMs: Math.max(0, row.silent) } : null;
  }
}
