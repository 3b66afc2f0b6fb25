import { localizedOf } from '#libs/errors';
import { english, message, type Message } from '#libs/messages';
import { type UserTokens } from '#libs/providers';
import { Injectable, Logger } from '@nestjs/common';
import { Transactions } from '../persistence/database/tx.js';
import { Notifications } from '../platform/notifications.service.js';
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

/** Validates the signed-in users of sites and reports invalid ones on the dashboard and as a notification. Runs on one API at a time. */
@Injectable()
export class AccountCheck {
  private readonly log = new Logger('accounts');

  constructor(
    scheduler: Scheduler,
    private readonly sites: Sites,
    private readonly vault: AccountVault,
    private readonly transactions: Transactions,
    private readonly notifications: Notifications,
  ) {
    scheduler.every('site-accounts', CHECK_INTERVAL_MS, () => this.run());
  }

  private async run(): Promise<void> {
    await forEachCollectingErrors(this.sites.all(), async ({ kind, account }) => {
      const user = account === null ? null : await this.vault.user(kind);
      if (account === null || user === null) return;
      const { ok, message: reason } = await account
        .checkUser(AbortSignal.timeout(REQUEST_TIMEOUT_MS))
        .catch((thrown: unknown) => ({ ok: false, message: localizedOf(thrown) }));
      if (ok) return;
      this.log.warn(`${kind}: account check failed: ${english(reason)}`);
      // Without a fault the site could not be asked.
      const fault = account.fault();
      if (fault) await this.report(kind, { user, fault });
    });
  }

  /** One notification for a sign-in, however often its check fails. */
  private async report(kind: string, { user, fault }: { readonly user: UserTokens; readonly fault: Message }) {
    const eventId = `token-expired ${kind} ${user.userId} ${user.expiresAt}`;
    const title = message('notification.signed-out', { login: user.login });
    const event = { eventId, category: 'tokenExpired', level: 'error', title, text: fault } as const;
    await this.transactions.run((tx) => this.notifications.add(event, tx));
    this.notifications.committed();
  }
}
