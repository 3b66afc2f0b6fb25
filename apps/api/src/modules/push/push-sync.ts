import { pathOf, siteHook } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { english, type Message, message } from '#libs/messages';
import { type Provider, type PushSource, type PushTransport, type SiteSubscription } from '#libs/providers';
import { Keyring } from '#libs/service-kit';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../settings/settings.service.js';
import { Notices } from '../../platform/notices.service.js';
import { forEachCollectingErrors } from '../../platform/for-each-collecting-errors.js';
import { type PeriodicTask } from '../../platform/scheduler/periodic-task.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { PushPlan, type SubscriptionRequest } from './push-plan.js';
import { PushRepository } from '../../persistence/repositories/push.repository.js';
import { PushSockets } from './push-sockets.js';
import { webhookSecrets } from './webhook-secrets.js';

const EVERY_MS = 30_000;
/**
 * Retention of delivery ids. It is longer than the maximum age of a delivery, so that every repeated delivery is
 * recognized.
 */
const MESSAGE_RETENTION_MS = 30 * 60_000;
const REQUEST_MS = 20_000;
/** Action of a channel change in which the operator changed the wanted subscriptions. */
export const PUSH_REQUEST = 'push_wish';

/**
 * Keeps the push subscriptions of all channels up to date, within the limits of each site. Vodkeep polls the other
 * channels. Runs on one API.
 */
@Injectable()
export class PushSync implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('push');
  private readonly task: PeriodicTask;
  private term: AbortSignal | null = null;
  private closed: Promise<void> = Promise.resolve();
  private stopListening: () => void = () => undefined;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly plan: PushPlan,
    private readonly rows: PushRepository,
    private readonly sockets: PushSockets,
    private readonly settings: Settings,
    private readonly keyring: Keyring,
    private readonly notices: Notices,
    private readonly notifier: UiNotifier,
  ) {
    this.task = scheduler.every('push-subscriptions', EVERY_MS, (signal) => this.run(signal));
    sockets.listen({
      session: () => {
        this.task.wake();
      },
      lost: () => {
        this.task.wake();
      },
      revoked: (kind, subscription) => {
        this.revoked(kind, subscription).catch((thrown: unknown) => {
          this.log.warn(`${kind}: revocation not processed: ${messageOf(thrown)}`);
        });
      },
    });
  }

  onApplicationBootstrap(): void {
    this.stopListening = this.notifier.onChanged(({ entity, id, actions }) => {
      if (actions?.includes(PUSH_REQUEST) === true) this.task.wake();
      if (entity === 'settings') this.plan.retry();
      if (entity === 'settings' || entity === 'channel-removed' || (entity === 'channel' && !this.plan.hasCompared(id)))
        this.task.wake();
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopListening();
    await this.scheduler.stop();
    await this.closed;
  }

  /** Handles a revocation by the site: notifies the operator and requests the subscription again. */
  async revoked(
    kind: string,
    subscription: Pick<SiteSubscription, 'id' | 'topic' | 'sourceId' | 'reason'>,
  ): Promise<void> {
    if (!(await this.plan.saveRevoked(kind, subscription))) return;
    await this.notifyRevoked(kind, subscription);
    this.task.wake();
  }

  private async notifyRevoked(
    kind: string,
    { sourceId, reason }: Pick<SiteSubscription, 'sourceId' | 'reason'>,
  ): Promise<void> {
    const channel = await this.plan.channelOf(kind, sourceId);
    await this.notices.raise({
      key: `revoked:${kind}:${sourceId}`,
      kind: 'push-revoked',
      level: 'warning',
      ...(channel ? { channelUuid: channel.uuid } : {}),
      title: message('notice.push-revoked.title', { name: channel?.displayName ?? sourceId }),
      text: message('notice.push-revoked.text', { reason }),
    });
  }

  private async run(signal: AbortSignal): Promise<void> {
    if (signal !== this.term)
      signal.addEventListener('abort', () => {
        this.closed = this.sockets.stop();
      });
    this.term = signal;
    await this.rows.forgetMessages(new Date(Date.now() - MESSAGE_RETENTION_MS));
    for (const provider of this.plan.providers()) {
      await this.ofSite(provider, provider.push, signal).catch((thrown: unknown) => {
        this.log.warn(`${provider.kind}: subscriptions not synchronised: ${messageOf(thrown)}`);
      });
    }
  }

  private async ofSite({ kind }: Provider, push: PushSource, stopped: AbortSignal): Promise<void> {
    const { transport } = await this.plan.transport(kind);
    this.sockets.openOrClose(kind, transport === 'websocket' && !stopped.aborted ? push : null);
    if (transport === 'poll') return this.plan.forgetAll(kind);
    const way = this.wayOf(kind, transport);
    if (way === null) return this.plan.markLost(kind);
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(REQUEST_MS)]);
    const there = (await push.subscriptions(transport, signal)).filter((s) =>
      way.kind === 'webhook' ? s.callback === way.callback : s.sessionId === way.sessionId,
    );
    const { requests, unwanted, revoked } = await this.plan.compare({ kind, topics: push.topics, there, way });
    // A lost socket also ends its subscriptions. They are created again, so the operator needs no notice.
    if (way.kind === 'webhook') for (const subscription of revoked) await this.notifyRevoked(kind, subscription);
    for (const { id } of unwanted)
      await push.unsubscribe(id, transport, signal).catch((thrown: unknown) => {
        this.log.debug(`${kind}: unsubscribe failed: ${messageOf(thrown)}`);
      });
    await this.subscribe({ kind, push, way, signal }, requests);
  }

  /** Returns null if there is no session to subscribe on. */
  private wayOf(kind: string, transport: 'webhook' | 'websocket'): PushTransport | null {
    if (transport === 'webhook')
      return {
        kind: 'webhook',
        callback: `${this.settings.get('app_url')}${pathOf(siteHook, { kind })}`,
        secret: webhookSecrets(this.keyring)[0],
      };
    const sessionId = this.sockets.sessionOf(kind);
    return sessionId === null ? null : { kind: 'websocket', sessionId };
  }

  /**
   * Requests the subscriptions in order of channel priority. Vodkeep polls the channels that exceed the site's limit.
   */
  private async subscribe(
    {
      kind,
      push,
      way,
      signal,
    }: { readonly kind: string; readonly push: PushSource; readonly way: PushTransport; readonly signal: AbortSignal },
    requests: readonly SubscriptionRequest[],
  ): Promise<void> {
    /** Reason why the site accepts no more subscriptions. */
    const full: { reason: Message | null } = { reason: null };
    const subscribeOne = async ({ topic, sourceId }: SubscriptionRequest): Promise<void> => {
      const row = {
        kind,
        sourceId,
        topic,
        transport: way.kind,
        sessionId: way.kind === 'websocket' ? way.sessionId : null,
      };
      if (full.reason !== null) {
        await this.plan.saveResult(row, { result: 'limit', reason: full.reason });
        return;
      }
      // Saved before the request: the challenge of the site may arrive before its answer.
      if (way.kind === 'webhook') await this.rows.put({ ...row, siteId: null, status: 'pending', reason: null });
      const done = await push.subscribe({ topic, sourceId, transport: way }, signal);
      if (done.result === 'limit') full.reason = done.reason;
      await this.plan.saveResult(row, done);
    };
    await forEachCollectingErrors(requests, subscribeOne, {
      about: ({ topic, sourceId }) => `${topic} of ${sourceId}`,
      signal,
    });
    if (requests.length > 0)
      this.log.log(
        `${kind}: ${requests.length} subscription(s) requested by ${way.kind}${full.reason === null ? '' : `; the site accepts no more: ${english(full.reason)}`}`,
      );
  }
}
