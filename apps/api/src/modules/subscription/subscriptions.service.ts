import { pathOf, siteHook } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { type PushSubscriptionEntity } from '../../persistence/entities/push.entity.js';
import { PushStatus } from '../push/push-status.js';
import { PushRepository } from '../../persistence/repositories/push.repository.js';
import { Sites } from '../../sites/sites.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { Settings } from '../../settings/settings.service.js';

const REQUEST_TIMEOUT_MS = 15_000;
/** v0 shows the site's status name of a working subscription. */
const ENABLED = 'enabled';

const idOf = ({ kind, topic, sourceId, siteId }: PushSubscriptionEntity): string =>
  siteId ?? `${kind}:${topic}:${sourceId}`;

/**
 * Push subscriptions in v0's format. PushPlan decides which subscriptions should exist; this service shows them and
 * requests them at once.
 */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly rows: PushRepository,
    private readonly channels: ChannelRepository,
    private readonly settings: Settings,
    private readonly sites: Sites,
    private readonly notifier: UiNotifier,
    private readonly status: PushStatus,
  ) {}

  async list() {
    const [rows, channels] = await Promise.all([this.rows.subscriptions(), this.channels.all()]);
    const names = new Map(channels.map((c) => [`${c.providerKind} ${c.sourceId}`, c.site?.login ?? c.internalName]));
    const shown = rows.map((row) => ({
      type: row.topic,
      id: idOf(row),
      username: names.get(`${row.kind} ${row.sourceId}`) ?? '',
      user_id: row.sourceId,
      callback: row.transport === 'webhook' ? this.callback(row.kind) : '',
      instance_match: true,
      status: row.status === 'active' ? ENABLED : row.status,
      created_at: row.updatedAt.toISOString(),
      transport_method: row.transport,
      reason: row.reason ?? ('' as const),
    }));
    const [first] = this.sites.all().filter((site) => site.push !== null);
    return {
      channels: shown,
      total: shown.length,
      all_usernames: [...new Set(shown.map((s) => s.username))].filter((name) => name !== ''),
      callback: first ? this.callback(first.kind) : '',
    };
  }

  /**
   * @returns why no site can push; null if at least one can
   * @throws UserError `no-channels`
   */
  async subscribeAll(): Promise<Message | null> {
    const all = (await this.channels.all()).filter((channel) =>
      this.sites.all().some((site) => site.kind === channel.providerKind && site.push !== null),
    );
    if (all.length === 0) throw new UserError(message('error.no-channels'));
    for (const { uuid } of all.filter(({ pushOff }) => pushOff)) await this.channels.savePushOff(uuid, false);
    this.notifier.notify('settings', 'settings'); // makes the API that runs the sync retry refused subscriptions
    const choices = await Promise.all(
      [...new Set(all.map((channel) => channel.providerKind))].map((kind) => this.status.choice(kind)),
    );
    return choices.every(({ transport }) => transport === 'poll') ? (choices[0]?.reason ?? null) : null;
  }

  /**
   * @throws UserError `subscription-missing` (404)
   * @throws OutsideError if the site is unavailable
   */
  async drop(id: string): Promise<void> {
    const row = (await this.rows.subscriptions()).find((one) => idOf(one) === id);
    if (!row) throw new UserError(message('error.subscription-missing'), { status: 404 });
    if (row.siteId !== null)
      await this.sites
        .of(row.kind)
        .push?.unsubscribe(row.siteId, row.transport, AbortSignal.timeout(REQUEST_TIMEOUT_MS));
    await this.rows.remove(row);
    const channel = await this.channels.bySource(row.kind, row.sourceId);
    if (channel) this.notifier.notify('channel', channel.uuid);
  }

  private callback(kind: string): string {
    const origin = this.settings.get('app_url');
    return origin === '' ? '' : `${origin}${pathOf(siteHook, { kind })}`;
  }
}
