import { localizedOf } from '#libs/errors';
import { english } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { AccountVault } from './account-vault.js';
import { Sites } from './sites.js';

/**
 * Twitch requires that clients validate a user's token at the start and every hour
 * (https://dev.twitch.tv/docs/authentication/validate-tokens/).
 */
const CHECK_INTERVAL_MS = 3_600_000;
const REQUEST_TIMEOUT_MS = 20_000;

/** Validates the signed-in users of sites and reports invalid ones on the dashboard. Runs on one API at a time. */
@Injectable()
export class AccountCheck {
  private readonly log = new Logger('accounts');

  constructor(
    scheduler: Scheduler,
    private readonly sites: Sites,
    private readonly vault: AccountVault,
  ) {
    scheduler.every('site-accounts', CHECK_INTERVAL_MS, () => this.run());
  }

  private async run(): Promise<void> {
    await forEachCollectingErrors(this.sites.all(), async ({ kind, account }) => {
      if (account === null || (await this.vault.user(kind)) === null) return;
      const { ok, message } = await account
        .checkUser(AbortSignal.timeout(REQUEST_TIMEOUT_MS))
        .catch((thrown: unknown) => ({ ok: false, message: localizedOf(thrown) }));
      if (!ok) this.log.warn(`${kind}: account check failed: ${english(message)}`);
    });
  }
}
