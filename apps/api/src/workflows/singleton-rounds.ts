import { messageOf } from '#libs/errors';
import { Logger } from '@nestjs/common';
import { type AdvisoryLock } from '../db/advisory-lock.js';
import { Rounds } from './rounds.js';

interface Plan {
  readonly name: string;
  readonly everyMs: number;
  readonly work: () => Promise<void>;
}

/** Rounds of a singleton of the cluster: they run in the one api that holds the lock (architecture 13, "Two apis"). */
export class SingletonRounds {
  private readonly log: Logger;
  private readonly name: string;
  private readonly rounds: Rounds;
  private held = false;

  constructor(
    private readonly lock: AdvisoryLock,
    { name, everyMs, work }: Plan,
  ) {
    this.log = new Logger(name);
    this.name = name;
    this.rounds = new Rounds(name, everyMs, async () => {
      this.held = await lock.hold();
      if (this.held) await work();
    });
  }

  /** Whether this api had the lock at the newest round. */
  get isHeld(): boolean {
    return this.held;
  }

  start(): void {
    this.rounds.start();
  }
  wake(): void {
    this.rounds.wake();
  }

  /**
   * Ends after the round that is under way, and lets another api take over.
   * @param last done before that, where the lock is ours
   */
  async stop(last?: () => Promise<void>): Promise<void> {
    await this.rounds.stop();
    try {
      if (this.held) await last?.();
    } catch (thrown) {
      // What it would have done waits for the next api; this one ends all the same.
      this.log.warn(`${this.name} ends before its last round is done: ${messageOf(thrown)}`);
    }
    this.held = false;
    await this.lock.release();
  }
}
