import { Bus } from '#libs/bus';
import { Injectable } from '@nestjs/common';
import { countParked } from '../db/outbox.repository.js';
import { Transactions } from '../db/tx.js';
import { Sites } from '../sites/sites.js';
import { SettingsExtras } from '../modules/settings/settings-extras.js';
import { ViewLoader } from '../views/view-loader.service.js';
import { ServiceReports } from './service-reports.js';

/** What stands in `errors` of GET /settings: one sentence for each thing that is wrong right now, the second half says what to do (spec L49). */
@Injectable()
export class Trouble extends SettingsExtras {
  constructor(private readonly views: ViewLoader, private readonly reports: ServiceReports, private readonly bus: Bus, private readonly transactions: Transactions, private readonly sites: Sites) {
    super();
  }

  async channels(): Promise<readonly unknown[]> {
    return (await this.views.allChannels()).map(({ vods_list: _vods, vods_raw: _raw, current_vod: _current, ...config }) => config);
  }

  async errors(): Promise<readonly string[]> {
    const [services, channels, dead, parked] = await Promise.all([this.reports.all(), this.views.allChannels(), this.bus.deadLetters.list(100).catch(() => []), countParked(this.transactions.plain)]);
    const sick = services.flatMap((s) => s.checks.filter((c) => !c.ok).map((c) => `${s.service}${s.node === '' ? '' : ` on ${s.node}`}: ${c.name}: ${c.message}. ${c.remedy}`));
    // What the operator's own rules leave out is no trouble.
    const unreached = channels.filter((c) => c.verdict.state === 'unreachable' || (c.verdict.state === 'not-recorded' && c.vods_list.some((v) => v.state === 'waiting'))).map((c) => `${c.displayName}: ${c.verdict.reason}`);
    const failed = channels.flatMap((c) => c.vods_list).filter((v) => v.failed).map((v) => `${v.basename}: ${v.state_reason}`);
    const stuck = parked > 0 ? [`${parked} message(s) of the outbox cannot be sent. This is a fault of Vodkeep: the log of the relay tells which.`] : [];
    return [...stuck, ...this.sites.all().flatMap((p) => p.account?.trouble() ?? []), ...sick, ...unreached, ...failed, ...(dead.length > 0 ? [`${dead.length} message(s) could not be worked on. Look at them on the dashboard and try them again.`] : [])];
  }
}
