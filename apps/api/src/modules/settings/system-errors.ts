import { Bus } from '#libs/bus';
import { type Problem, type View } from '#libs/contracts';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { countParked } from '../../persistence/repositories/outbox.repository.js';
import { Transactions } from '../../persistence/database/tx.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { GameRepository } from '../../persistence/repositories/game.repository.js';
import { type Extras, type ExtrasRequest, SettingsExtras } from './settings-extras.js';
import { pushQuotas } from '../push/push-quotas.js';
import { PushRepository } from '../../persistence/repositories/push.repository.js';
import { channelConfig } from '../../views/channel-config.presenter.js';
import { Sites } from '../../sites/sites.js';
import { groupSystemErrors } from './group-system-errors.js';
import { ServiceReports } from '../health/service-reports.js';
import { type SystemError, SystemErrorRepository } from '../../persistence/repositories/system-error.repository.js';

/**
 * Provides the additional fields of `GET /settings`. `problems` has one sentence for each current problem; its second
 * half tells the operator what to do.
 */
@Injectable()
export class SystemErrors extends SettingsExtras {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SystemErrorRepository,
    private readonly reports: ServiceReports,
    private readonly bus: Bus,
    private readonly transactions: Transactions,
    private readonly sites: Sites,
    private readonly games: GameRepository,
    private readonly push: PushRepository,
  ) {
    super();
  }

  async gather({ isGuest, withChannels }: ExtrasRequest): Promise<Extras> {
    if (isGuest)
      return {
        channels: [],
        problems: [],
        ...(await this.favourites()),
        quotas: {},
        websocketQuotas: [],
      };
    const [channels, problems, favourites, subscriptions] = await Promise.all([
      withChannels ? this.channels.all() : [],
      this.problems(),
      this.favourites(),
      this.push.subscriptions(),
    ]);
    return {
      channels: channels.map((channel) => channelConfig(channel, this.sites.addresses.shownOf(channel))),
      problems,
      ...favourites,
      ...pushQuotas(this.sites.all(), subscriptions),
    };
  }

  private async favourites(): Promise<Pick<Extras, 'favouriteGames' | 'favouritesVersion'>> {
    // Reads the version first: if the list changes in between, an edit is rejected at worst, and never overwrites a
    // change.
    const favouritesVersion = await this.games.favouritesVersion();
    return { favouritesVersion, favouriteGames: await this.games.favourites() };
  }

  private async problems(): Promise<View<typeof Problem>[]> {
    const [services, channels, failed, dead, parked] = await Promise.all([
      this.reports.all(),
      this.rows.channels(),
      this.rows.failedVods(),
      this.bus.deadLetters.list(100).catch(() => []),
      countParked(this.transactions.plain),
    ]);
    const sick = services.flatMap((s) =>
      s.checks
        .filter((c) => !c.ok)
        .map((c) => ({
          kind: 'check' as const,
          subject: `${s.service}${s.node === '' ? '' : ` (${s.node})`}`,
          text: message('system-error.check', { check: c.name, remark: c.message, remedy: c.remedy }),
        })),
    );
    const stuck = parked > 0 ? [withoutSubject('outbox', message('system-error.outbox-stuck', { n: parked }))] : [];
    const sites = this.sites
      .all()
      .flatMap((p) => p.account?.fault() ?? [])
      .map((text) => withoutSubject('account', text));
    const letters =
      dead.length > 0 ? [withoutSubject('dead-letters', message('system-error.dead-letters', { n: dead.length }))] : [];
    return groupSystemErrors([...stuck, ...sites, ...sick, ...channels, ...failed, ...letters]);
  }
}

const withoutSubject = (kind: SystemError['kind'], text: SystemError['text']): SystemError => ({
  kind,
  subject: '',
  text,
});
