import {
  type Provider,
  type PushSource,
  type PushTransport,
  type SiteSubscription,
  type SubscribeResult,
} from '#libs/providers';
import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { fullOptions } from '../../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { Sites } from '../../sites/sites.js';
import { type PushSubscriptionEntity } from '../../persistence/entities/push.entity.js';
import { plainRow, PushRepository } from '../../persistence/repositories/push.repository.js';
import { PushStatus } from './push-status.js';
import { type TransportChoice } from './push-transport.js';

export interface SubscriptionRequest {
  readonly topic: string;
  readonly sourceId: string;
}
type Row = Omit<PushSubscriptionEntity, 'updatedAt'>;
type Base = Pick<Row, 'kind' | 'sourceId' | 'topic' | 'transport' | 'sessionId'>;
interface Comparison {
  readonly kind: string;
  readonly topics: readonly string[];
  readonly there: readonly SiteSubscription[];
  readonly way: PushTransport;
}

interface Compared {
  readonly requests: readonly SubscriptionRequest[];
  readonly unwanted: readonly SiteSubscription[];
  /** What the site had granted and has ended, and what we learn only now. */
  readonly revoked: readonly SiteSubscription[];
}

/** One that was refused is asked for again after this. */
const RETRY_MS = 3_600_000;

/** Words for what sites call the end of a subscription. Others are shown as they are. */
const UNANSWERED: ReadonlySet<string> = new Set(['webhook_callback_verification_failed']);
const whyDead = (reason: string): Message =>
  UNANSWERED.has(reason) ? message('detection.unanswered') : message('detection.site-ended', { reason });

const keyOf = ({ topic, sourceId }: SubscriptionRequest): string => `${topic} ${sourceId}`;

/** What should be subscribed, what is, and what is written down of it. */
@Injectable()
export class PushPlan {
  private readonly seen = new Set<string>();
  private retryFrom = 0;

  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: PushRepository,
    private readonly status: PushStatus,
    private readonly sites: Sites,
    private readonly notifier: UiNotifier,
  ) {}

  providers(): readonly (Provider & { readonly push: PushSource })[] {
    return this.sites.all().filter((p): p is Provider & { readonly push: PushSource } => p.push !== null);
  }

  /** Whether this channel was checked already. */
  knows(channelUuid: string): boolean {
    return this.seen.has(channelUuid);
  }

  transport(kind: string): Promise<TransportChoice> {
    return this.status.choice(kind);
  }
  channelOf(kind: string, sourceId: string): Promise<ChannelEntity | null> {
    return this.channels.bySource(kind, sourceId);
  }

  /** Something was changed that may be the remedy: what was refused is asked for again without waiting. */
  retry(): void {
    this.retryFrom = Date.now();
  }

  async forgetAll(kind: string): Promise<void> {
    for (const { uuid } of await this.channels.all()) this.seen.add(uuid);
    for (const row of await this.rows.subscriptions(kind)) await this.forget(row);
  }

  /** What the site has is written down; what is missing is requested; what nobody wants goes. */
  async compare({ kind, topics, there, way }: Comparison): Promise<Compared> {
    const all = await this.channels.all();
    for (const { uuid } of all) this.seen.add(uuid);
    const channels = all
      .filter((c) => c.providerKind === kind && !c.pushOff)
      .sort((a, b) => fullOptions(b.options).priority - fullOptions(a.options).priority);
    const wanted = channels.flatMap(({ sourceId }) =>
      topics.map((topic): SubscriptionRequest => ({ topic, sourceId })),
    );
    const wantedKeys = new Set(wanted.map(keyOf));
    const rows = new Map((await this.rows.subscriptions(kind)).map((row) => [keyOf(row), row]));
    for (const [key, row] of rows) if (!wantedKeys.has(key)) await this.forget(row);
    const revoked = await this.markDead(there, rows);
    const retained = new Set<string>();
    const unwanted: SiteSubscription[] = [];
    for (const found of there) {
      const key = keyOf(found);
      if (found.status === 'dead' || !wantedKeys.has(key) || retained.has(key)) {
        unwanted.push(found);
        continue;
      }
      retained.add(key);
      await this.saveFound(found, rows.get(key), { kind, way });
    }
    const requests = wanted.filter(
      (w) => !retained.has(keyOf(w)) && maySubscribe(rows.get(keyOf(w)), way, this.retryFrom),
    );
    return { requests, unwanted, revoked };
  }

  /** The site asked back whether it was us. */
  async confirmed(row: PushSubscriptionEntity, siteId: string): Promise<void> {
    await this.put({ ...plainRow(row), siteId, status: 'active', reason: null });
  }

  /** There is no session: nothing is reported of these until there is one. */
  async markLost(kind: string): Promise<void> {
    for (const row of await this.rows.subscriptions(kind))
      if (row.transport === 'websocket' && row.sessionId !== null)
        await this.put({
          ...plainRow(row),
          siteId: null,
          sessionId: null,
          status: 'pending',
          reason: message('detection.socket-lost'),
        });
  }

  /** The site took back what it had granted. @returns false when it is not what we hold, or not any more */
  async saveRevoked(
    kind: string,
    { id, topic, sourceId, reason }: Pick<SiteSubscription, 'id' | 'topic' | 'sourceId' | 'reason'>,
  ): Promise<boolean> {
    const row = { kind, sourceId, topic };
    const isOurs = await this.rows.saveRevoked(row, id, whyDead(reason));
    if (isOurs) await this.notify(row);
    return isOurs;
  }

  async saveResult(row: Base, done: SubscribeResult): Promise<void> {
    switch (done.result) {
      case 'active':
      case 'exists':
        await this.put({ ...row, siteId: done.id, status: 'active', reason: null });
        return;
      case 'pending':
        await this.rows.saveRequested(row, done.id);
        await this.notify(row);
        return;
      case 'limit':
        await this.put({ ...row, siteId: null, status: 'polled', reason: done.reason });
        return;
      case 'refused':
        await this.put({ ...row, siteId: null, status: 'failed', reason: done.reason });
    }
  }

  private async saveFound(
    found: SiteSubscription,
    row: PushSubscriptionEntity | undefined,
    { kind, way }: Pick<Comparison, 'kind' | 'way'>,
  ): Promise<void> {
    const status = found.status === 'active' ? 'active' : 'pending';
    // The list was asked for before the challenge came: what was confirmed since stays so.
    if (row?.siteId === found.id && (row.status === status || row.status === 'active')) return;
    await this.put({
      kind,
      sourceId: found.sourceId,
      topic: found.topic,
      siteId: found.id,
      transport: way.kind,
      sessionId: found.sessionId,
      status,
      reason: null,
    });
  }

  /**
   * Those that ended without a word, or before it came. They are asked for again, but not over and over where our
   * address cannot be reached.
   * @returns those that had been granted
   */
  private async markDead(
    there: readonly SiteSubscription[],
    rows: Map<string, PushSubscriptionEntity>,
  ): Promise<readonly SiteSubscription[]> {
    const revoked: SiteSubscription[] = [];
    for (const found of there) {
      const row = rows.get(keyOf(found));
      if (found.status !== 'dead' || row?.siteId !== found.id) continue;
      const now: Row = {
        ...plainRow(row),
        siteId: null,
        status: UNANSWERED.has(found.reason) ? 'failed' : 'revoked',
        reason: whyDead(found.reason),
      };
      await this.put(now);
      // Whether it may be asked for again hangs on when it was asked for, not on when we learned how that went.
      rows.set(keyOf(found), { ...now, updatedAt: row.updatedAt });
      if (now.status === 'revoked') revoked.push(found);
    }
    return revoked;
  }

  private async put(row: Row): Promise<void> {
    await this.rows.put(row);
    await this.notify(row);
  }

  private async forget(row: Pick<Row, 'kind' | 'sourceId' | 'topic'>): Promise<void> {
    await this.rows.remove(row);
    await this.notify(row);
  }

  private async notify({ kind, sourceId }: Pick<Row, 'kind' | 'sourceId'>): Promise<void> {
    const channel = await this.channelOf(kind, sourceId);
    if (channel) this.notifier.notify('channel', channel.uuid);
  }
}

/** A refused one waits; what belongs to another way, or to a session that is over, is asked for at once. */
function maySubscribe(row: PushSubscriptionEntity | undefined, way: PushTransport, retryFrom: number): boolean {
  if (!row || row.transport !== way.kind || (way.kind === 'websocket' && row.sessionId !== way.sessionId)) return true;
  return (
    (row.status !== 'failed' && row.status !== 'polled') ||
    row.updatedAt.getTime() < Math.max(retryFrom, Date.now() - RETRY_MS)
  );
}
