import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';

/** One number per singleton of the cluster (architecture 13, Two apis). */
export const LOCKS = { relay: 7_401_002, workflows: 7_401_003, liveWatch: 7_401_004, reconcile: 7_401_005, manifests: 7_401_006, sweeper: 7_401_007, push: 7_401_008, siteFacts: 7_401_009, watchdog: 7_401_010, chats: 7_401_011 } as const;

/** Holds an advisory lock on a connection of its own; it ends with the connection, so a dead api frees it. */
export class AdvisoryLock {
  private runner: QueryRunner | null = null;
  constructor(private readonly db: DataSource, private readonly key: number) {}

  /** Takes the lock if it is free, or makes sure it is still ours. Never waits. */
  async hold(): Promise<boolean> {
    if (this.runner) {
      const alive = await this.runner.query('SELECT 1').then(() => true, () => false);
      if (alive) return true;
      await this.drop();
    }
    const runner = this.db.createQueryRunner();
    try {
      await runner.connect();
      const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS got', [this.key])) as { got: boolean }[];
      if (row?.got) { this.runner = runner; return true; }
    } catch { /* Postgres is away: nobody holds anything; asked again by the caller's next round */ }
    await runner.release().catch(() => undefined);
    return false;
  }

  async release(): Promise<void> {
    await this.runner?.query('SELECT pg_advisory_unlock($1)', [this.key]).catch(() => undefined);
    await this.drop();
  }

  private async drop(): Promise<void> {
    const runner = this.runner;
    this.runner = null;
    await runner?.release().catch(() => undefined);
  }
}

/** Gives each singleton its lock. */
@Injectable()
export class Locks {
  constructor(private readonly db: DataSource) {}

  of(name: keyof typeof LOCKS): AdvisoryLock {
    return new AdvisoryLock(this.db, LOCKS[name]);
  }
}
