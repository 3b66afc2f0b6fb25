import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';

/** One number per singleton of the cluster (architecture 13, Two apis). */
const LOCKS = {
  relay: 7_401_002,
  workflows: 7_401_003,
  liveWatch: 7_401_004,
  reconcile: 7_401_005,
  manifests: 7_401_006,
  sweeper: 7_401_007,
  push: 7_401_008,
  siteFacts: 7_401_009,
  watchdog: 7_401_010,
  chats: 7_401_011,
  accounts: 7_401_012,
  files: 7_401_030,
  library: 7_401_013,
  downloads: 7_401_031,
  space: 7_401_041,
  localVideos: 7_401_042,
} as const;

/** The one connection that holds the locks of this api; they end with it, so that a dead api frees them. */
class LockSession {
  private runner: QueryRunner | null = null;
  private client: { end(): Promise<void> } | null = null;
  private line: Promise<unknown> = Promise.resolve();
  /** Rises when the connection is another one: what was held is not held any more. */
  generation = 0;

  constructor(private readonly db: DataSource) {}

  /** One question after the other: a connection carries one at a time. @throws when Postgres is away */
  ask(sql: string, values: readonly unknown[] = []): Promise<unknown> {
    const asked = this.line.then(() => this.askNow(sql, values));
    this.line = asked.catch(() => undefined);
    return asked;
  }

  private async askNow(sql: string, values: readonly unknown[]): Promise<unknown> {
    const runner = this.runner ?? (await this.connect());
    try {
      return await runner.query(sql, [...values]);
    } catch (thrown) {
      await this.drop(runner);
      throw thrown;
    }
  }

  async close(): Promise<void> {
    if (this.runner) await this.drop(this.runner);
  }

  private async connect(): Promise<QueryRunner> {
    const runner = this.db.createQueryRunner();
    this.client = (await runner.connect()) as { end(): Promise<void> };
    this.generation += 1;
    this.runner = runner;
    return runner;
  }

  /** Ended, not only given back: a connection that lives on in the pool would go on holding every lock, for nobody. */
  private async drop(runner: QueryRunner): Promise<void> {
    if (this.runner !== runner) return;
    this.runner = null;
    void this.client?.end().catch(() => undefined);
    await runner.release().catch(() => undefined);
  }
}

/** An advisory lock of this api's lock session. */
export class AdvisoryLock {
  /** Generation of the session in which it is ours; 0: it is not. */
  private heldIn = 0;
  constructor(
    private readonly session: LockSession,
    private readonly key: number,
  ) {}

  /**
   * Takes the lock if it is free, or makes sure it is still ours. Never waits, never throws: while Postgres is away
   * nobody holds anything.
   */
  async hold(): Promise<boolean> {
    try {
      if (this.isOurs()) await this.session.ask('SELECT 1');
      if (this.isOurs()) return true;
      const [row] = (await this.session.ask('SELECT pg_try_advisory_lock($1) AS got', [this.key])) as {
        got: boolean;
      }[];
      this.heldIn = row?.got === true ? this.session.generation : 0;
      return this.heldIn !== 0;
    } catch {
      this.heldIn = 0;
      return false;
    }
  }

  async release(): Promise<void> {
    if (this.isOurs()) await this.session.ask('SELECT pg_advisory_unlock($1)', [this.key]).catch(() => undefined);
    this.heldIn = 0;
  }

  private isOurs(): boolean {
    return this.heldIn !== 0 && this.heldIn === this.session.generation;
  }
}

/** Gives each singleton its lock. */
@Injectable()
export class Locks implements OnApplicationShutdown {
  private readonly session: LockSession;

  constructor(db: DataSource) {
    this.session = new LockSession(db);
  }

  of(name: keyof typeof LOCKS): AdvisoryLock {
    return new AdvisoryLock(this.session, LOCKS[name]);
  }

  /** After every singleton has let go (they do so in onModuleDestroy). */
  async onApplicationShutdown(): Promise<void> {
    await this.session.close();
  }
}
