import { type Provider, type PushSource, type PushTransport, type SiteSubscription, type SubscribeResult } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { UiBell } from '../core/ui-bell.js';
import { fullOptions } from '../modules/channel/channel-options.js';
import { type ChannelEntity } from '../modules/channel/channel.entity.js';
import { ChannelRepository } from '../modules/channel/channel.repository.js';
import { Sites } from '../sites/sites.js';
import { type PushSubscriptionEntity } from './push.entity.js';
import { PushRepository } from './push.repository.js';
import { PushStatus } from './push-status.js';
import { type TransportChoice } from './push-transport.js';

export interface Wish { readonly topic: string; readonly sourceId: string }
type Row = Omit<PushSubscriptionEntity, 'updatedAt'>;
type Base = Pick<Row, 'kind' | 'sourceId' | 'topic' | 'transport' | 'sessionId'>;
interface Comparison { readonly kind: string; readonly topics: readonly string[]; readonly there: readonly SiteSubscription[]; readonly way: PushTransport }

/** One that was refused is asked for again after this. */
const RETRY_MS = 3_600_000;

const keyOf = ({ topic, sourceId }: Wish): string => `${topic} ${sourceId}`;

/** What should be subscribed, what is, and what is written down of it. */
@Injectable()
export class PushPlan {
  constructor(private readonly channels: ChannelRepository, private readonly rows: PushRepository, private readonly status: PushStatus, private readonly sites: Sites, private readonly bell: UiBell) {}

  providers(): readonly (Provider & { readonly push: PushSource })[] {
    return this.sites.all().filter((p): p is Provider & { readonly push: PushSource } => p.push !== null);
  }

  transport(kind: string): Promise<TransportChoice> { return this.status.choice(kind); }
  channelOf(kind: string, sourceId: string): Promise<ChannelEntity | null> { return this.channels.bySource(kind, sourceId); }

  async forgetAll(kind: string): Promise<void> {
    for (const row of await this.rows.subscriptions(kind)) await this.forget(row);
  }

  /** What the site has is written down; what is missing is wished for; what nobody wants goes. */
  async compare({ kind, topics, there, way }: Comparison): Promise<{ readonly wishes: readonly Wish[]; readonly unwanted: readonly SiteSubscription[] }> {
    const channels = (await this.channels.all()).filter((c) => c.providerKind === kind).sort((a, b) => fullOptions(b.options).priority - fullOptions(a.options).priority);
    const wanted = channels.flatMap(({ sourceId }) => topics.map((topic): Wish => ({ topic, sourceId })));
    const wantedKeys = new Set(wanted.map(keyOf));
    const rows = new Map((await this.rows.subscriptions(kind)).map((row) => [keyOf(row), row]));
    for (const [key, row] of rows) if (!wantedKeys.has(key)) await this.forget(row);
    const kept = new Set<string>();
    const unwanted: SiteSubscription[] = [];
    for (const found of there) {
      const key = keyOf(found);
      if (found.status === 'dead' || !wantedKeys.has(key) || kept.has(key)) { unwanted.push(found); continue; }
      kept.add(key);
      await this.noteThere(found, rows.get(key), { kind, way });
    }
    const wishes = wanted.filter((w) => !kept.has(keyOf(w)) && mayAsk(rows.get(keyOf(w)), way));
    return { wishes, unwanted };
  }

  async noteResult(row: Base, done: SubscribeResult): Promise<void> {
    switch (done.result) {
      case 'active': await this.put({ ...row, siteId: done.id, status: 'active', reason: '' }); return;
      // Its challenge may have been here already; then it is active.
      case 'pending': case 'exists': if ((await this.rows.find(row))?.status !== 'active') await this.put({ ...row, siteId: done.id, status: done.result === 'exists' ? 'active' : 'pending', reason: '' }); return;
      case 'limit': await this.put({ ...row, siteId: null, status: 'polled', reason: done.reason }); return;
      case 'refused': await this.put({ ...row, siteId: null, status: 'failed', reason: done.reason });
    }
  }

  private async noteThere(found: SiteSubscription, row: PushSubscriptionEntity | undefined, { kind, way }: Pick<Comparison, 'kind' | 'way'>): Promise<void> {
    const status = found.status === 'active' ? 'active' : 'pending';
    if (row?.status === status && row.siteId === found.id) return;
    await this.put({ kind, sourceId: found.sourceId, topic: found.topic, siteId: found.id, transport: way.kind, sessionId: found.sessionId, status, reason: '' });
  }

  private async put(row: Row): Promise<void> {
    await this.rows.put(row);
    await this.ring(row);
  }

  private async forget(row: Pick<Row, 'kind' | 'sourceId' | 'topic'>): Promise<void> {
    await this.rows.remove(row);
    await this.ring(row);
  }

  private async ring({ kind, sourceId }: Pick<Row, 'kind' | 'sourceId'>): Promise<void> {
    const channel = await this.channelOf(kind, sourceId);
    if (channel) this.bell.ring('channel', channel.uuid);
  }
}

/** A refused one waits; what belongs to another way, or to a session that is over, is asked for at once. */
function mayAsk(row: PushSubscriptionEntity | undefined, way: PushTransport): boolean {
  if (!row || row.transport !== way.kind || (way.kind === 'websocket' && row.sessionId !== way.sessionId)) return true;
  return (row.status !== 'failed' && row.status !== 'polled') || Date.now() - row.updatedAt.getTime() > RETRY_MS;
}
