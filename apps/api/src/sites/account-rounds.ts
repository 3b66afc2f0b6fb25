import { messageOf } from '#libs/errors';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Locks } from '../db/advisory-lock.js';
import { eachOf } from '../workflows/each-of.js';
import { SingletonRounds } from '../workflows/singleton-rounds.js';
import { AccountVault } from './account-vault.js';
import { Sites } from './sites.js';

/** Sites ask for it: who holds a user's tokens validates them at the start and every hour (protocols.md 1.1). */
const EVERY_MS = 3_600_000;
const ASK_MS = 20_000;

/** Keeps the signed-in users of sites valid, and has the dashboard say when one is not. One api at a time. */
@Injectable()
export class AccountRounds implements OnModuleDestroy {
  private readonly log = new Logger('accounts');
  private readonly rounds: SingletonRounds;

  constructor(
    locks: Locks,
    private readonly sites: Sites,
    private readonly vault: AccountVault,
  ) {
    this.rounds = new SingletonRounds(locks.of('accounts'), {
      name: 'accounts at sites',
      everyMs: EVERY_MS,
      work: () => this.round(),
    });
  }

  start(): void {
    this.rounds.start();
  }
  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
  }

  private async round(): Promise<void> {
    await eachOf(this.sites.all(), async ({ kind, account }) => {
      if (account === null || (await this.vault.user(kind)) === null) return;
      const { ok, message } = await account
        .checkUser(AbortSignal.timeout(ASK_MS))
        .catch((thrown: unknown) => ({ ok: false, message: messageOf(thrown) }));
      if (!ok) this.log.warn(`${kind}: ${message}`);
    });
  }
}
