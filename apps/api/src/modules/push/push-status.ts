import { type SiteAccountView, type View } from '#libs/contracts';
import { type Provider } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { Settings } from '../../settings/settings.service.js';
import { AccountVault } from '../../sites/account-vault.js';
import { Sites } from '../../sites/sites.js';
import { PushRepository } from '../../persistence/repositories/push.repository.js';
import { chooseTransport, type TransportChoice } from './push-transport.js';

/** Reports how each site currently announces streams, for the settings page and for each channel. */
@Injectable()
export class PushStatus {
  constructor(
    private readonly rows: PushRepository,
    private readonly channels: ChannelRepository,
    private readonly settings: Settings,
    private readonly vault: AccountVault,
    private readonly sites: Sites,
  ) {}

  async choice(kind: string): Promise<TransportChoice> {
    const [app, user] = await Promise.all([this.vault.app(kind), this.vault.user(kind)]);
    const choice = chooseTransport({
      canPush: this.sites.of(kind).push !== null,
      wanted: this.settings.get('push.transport'),
      appUrl: this.settings.get('app_url'),
      hasApp: app !== null,
      isSignedIn: user !== null,
    });
    // Neither transport works with an account that the site refuses. Vodkeep uses push again when the account is fixed
    // or a check succeeds.
    const problem = choice.transport === 'poll' ? null : (this.sites.of(kind).account?.fault() ?? null);
    return problem === null ? choice : { transport: 'poll', reason: problem };
  }

  async of({ kind, push }: Provider): Promise<View<typeof SiteAccountView>['push']> {
    const [choice, rows, channels, refusals] = await Promise.all([
      this.choice(kind),
      this.rows.subscriptions(kind),
      this.channels.all(),
      this.rows.refusals(),
    ]);
    const active = rows.filter((r) => r.status === 'active').length;
    return {
      transport: choice.transport,
      reason: choice.reason ?? '',
      connected: choice.transport !== 'websocket' || rows.some((r) => r.sessionId !== null && r.status === 'active'),
      active,
      wanted: channels.filter((c) => c.providerKind === kind).length * (push?.topics.length ?? 0),
      refused: refusals
        .filter((r) => r.kind === kind)
        .map((r) => ({ reason: r.reason, count: r.count, last_at: r.lastAt.toISOString() })),
    };
  }
}
