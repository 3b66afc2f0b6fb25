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

interface ComparisonResult {
  readonly requests: readonly SubscriptionRequest[];
  readonly unwanted: readonly SiteSubscription[];
  /** Subscriptions that the site had granted and has ended, noticed only now. */
  readonly revoked: readonly SiteSubscription[];
}

/** A refused subscription is requested again after this time. */
const RETRY_MS = 3_600_000;

/** Statuses of the site that mean an unanswered challenge. Any other status is shown unchanged. */
const UNANSWERED: ReadonlySet<string> = new Set(['webhook_callback_verification_failed']);
const whyDead = (reason: string): Message =>
  UNANSWERED.has(reason) ? message('detection.unanswered') : message('detection.site-ended', { reason });

const keyOf = ({ topic, sourceId }: SubscriptionRequest): string => `${topic} ${sourceId}`;

/** Compares the wanted subscriptions with those at the site, and stores the result. */
@Injectable()
export class PushPlan {
  private readonly comparedChannels = new Set<string>();
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

  /** Whether a comparison has included this channel. */
  hasCompared(channelUuid: string): boolean {
    return this.comparedChannels.has(channelUuid);
  }

  transport(kind: string): Promise<TransportChoice> {
    return this.status.choice(kind);
  }
  channelOf(kind: string, sourceId: string): Promise<ChannelEntity | null> {
    return this.channels.bySource(kind, sourceId);
  }

  /** Retries refused subscriptions without waiting. Call it after a change that may fix them. */
  retry(): void {
    this.retryFrom = Date.now();
  }

  async forgetAll(kind: string): Promise<void> {
    for (const { uuid } of await this.channels.all()) this.comparedChannels.add(uuid);
    for (const row of await this.rows.subscriptions(kind)) await this.forget(row);
  }

  /** Saves the subscriptions that exist at the site, and returns which ones to request and which ones to delete. */
  async compare({ kind, topics, there, way }: Comparison): Promise<ComparisonResult> {
    const all = await this.channels.all();
    for (const { uuid } of all) this.comparedChannels.add(uuid);
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
      await this.saveSiteStatus(found, rows.get(key), { kind, way });
    }
    const requests = wanted.filter(
      (w) => !retained.has(keyOf(w)) && maySubscribe(rows.get(keyOf(w)), way, this.retryFrom),
    );
    return { requests, unwanted, revoked };
  }

  /** Saves that the site verified the callback of this subscription. */
  async confirmed(row: PushSubscriptionEntity, siteId: string): Promise<void> {
    await this.put({ ...plainRow(row), siteId, status: 'active', reason: null });
  }

  /** Saves that the session is lost: until there is a new one, the site reports nothing for these subscriptions. */
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

  /** Saves that the site revoked a subscription. @returns false if it is not the current subscription */
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

  private async saveSiteStatus(
    found: SiteSubscription,
    row: PushSubscriptionEntity | undefined,
    { kind, way }: Pick<Comparison, 'kind' | 'way'>,
  ): Promise<void> {
    const status = found.status === 'active' ? 'active' : 'pending';
    // The list may have been requested before the challenge arrived. A subscription that was confirmed since stays
    // active.
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
   * Saves subscriptions that ended without a message, or before it arrived. Vodkeep requests them again, but not
   * continuously if the site cannot reach the callback.
   * @returns those that the site had granted
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
      // `updatedAt` stays the time of the request: the retry interval counts from there, not from the time of the
      // result.
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

/**
 * A refused subscription waits for the retry interval. One of another transport or of an ended session is requested at
 * once.
 */
function maySubscribe(row: PushSubscriptionEntity | undefined, way: PushTransport, retryFrom: number): boolean {
  if (!row || row.transport !== way.kind || (way.kind === 'websocket' && row.sessionId !== way.sessionId)) return true;
  return (
    (row.status !== 'failed' && row.status !== 'polled') ||
    row.updatedAt.getTime() < Math.max(retryFrom, Date.now() - RETRY_MS)
  );
}
