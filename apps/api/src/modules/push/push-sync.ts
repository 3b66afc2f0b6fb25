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
/** A delivery is repeated for some minutes; its id is known for longer than it may be old. */
const MESSAGE_RETENTION_MS = 30 * 60_000;
const REQUEST_MS = 20_000;
/** Said with a change of a channel whose subscriptions the operator wants otherwise. */
export const PUSH_REQUEST = 'push_wish';

/**
 * Sees to it that each site tells of each channel, as far as the site lets it; what it does not is polled. One api at a
 * time.
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
      if (entity === 'settings' || entity === 'channel-removed' || (entity === 'channel' && !this.plan.knows(id)))
        this.task.wake();
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopListening();
    await this.scheduler.stop();
    await this.closed;
  }

  /** The site will not tell of this any more. It is asked for once more, and the operator is notified. */
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
    this.sockets.want(kind, transport === 'websocket' && !stopped.aborted ? push : null);
    if (transport === 'poll') return this.plan.forgetAll(kind);
    const way = this.wayOf(kind, transport);
    if (way === null) return this.plan.markLost(kind);
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(REQUEST_MS)]);
    const there = (await push.subscriptions(transport, signal)).filter((s) =>
      way.kind === 'webhook' ? s.callback === way.callback : s.sessionId === way.sessionId,
    );
    const { requests, unwanted, revoked } = await this.plan.compare({ kind, topics: push.topics, there, way });
    // A socket that was lost ends its subscriptions, too; it is made again, and changes nothing.
    if (way.kind === 'webhook') for (const subscription of revoked) await this.notifyRevoked(kind, subscription);
    for (const { id } of unwanted)
      await push.unsubscribe(id, transport, signal).catch((thrown: unknown) => {
        this.log.debug(`${kind}: unsubscribe failed: ${messageOf(thrown)}`);
      });
    await this.subscribe({ kind, push, way, signal }, requests);
  }

  /** Null while there is no session to subscribe on. */
  private wayOf(kind: string, transport: 'webhook' | 'websocket'): PushTransport | null {
    if (transport === 'webhook')
      return {
        kind: 'webhook',
        callback: `${this.settings.get('app_url')}${pathOf(siteHook, { kind })}`,
        secret: webhookSecrets(this.keyring)[0] ?? '',
      };
    const sessionId = this.sockets.sessionOf(kind);
    return sessionId === null ? null : { kind: 'websocket', sessionId };
  }

  /** In order of the channels' priority: what the site has no room for is polled. */
  private async subscribe(
    {
      kind,
      push,
      way,
      signal,
    }: { readonly kind: string; readonly push: PushSource; readonly way: PushTransport; readonly signal: AbortSignal },
    requests: readonly SubscriptionRequest[],
  ): Promise<void> {
    /** Why the site takes no more. */
    const full: { reason: Message | null } = { reason: null };
    const one = async ({ topic, sourceId }: SubscriptionRequest): Promise<void> => {
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
      // Before the site is asked: its challenge may be here before its answer.
      if (way.kind === 'webhook') await this.rows.put({ ...row, siteId: null, status: 'pending', reason: null });
      const done = await push.subscribe({ topic, sourceId, transport: way }, signal);
      if (done.result === 'limit') full.reason = done.reason;
      await this.plan.saveResult(row, done);
    };
    await forEachCollectingErrors(requests, one, { about: ({ topic, sourceId }) => `${topic} of ${sourceId}`, signal });
    if (requests.length > 0)
      this.log.log(
        `${kind}: ${requests.length} subscription(s) requested by ${way.kind}${full.reason === null ? '' : `; the site accepts no more: ${english(full.reason)}`}`,
      );
  }
}
