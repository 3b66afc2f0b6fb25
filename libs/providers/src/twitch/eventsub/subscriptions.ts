import { BugError, OutsideError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { type z } from 'zod';
import { type PushTransport, type PushUse, type SiteSubscription, type SubscribeResult } from '../../kit/push.js';
import { type AccessSource } from '../account/access.js';
import { type Helix, type HelixAnswer } from '../helix/helix.js';
import { type HelixPage, readRows } from '../helix/helix.wire.js';
import { subscriptionOf, SubscriptionRow, subscriptionBody, TOPIC_VERSIONS } from './subscriptions.wire.js';

const PATH = '/eventsub/subscriptions';
/** Pages of 100: enough for the limit of 10,000 and some dead subscriptions. */
const MAX_PAGES = 150;

export interface SubscriptionRequest {
  readonly topic: string;
  readonly sourceId: string;
  readonly transport: PushTransport;
}

/** EventSub subscriptions: webhook subscriptions belong to the app, WebSocket subscriptions to the signed-in user. */
export class Subscriptions {
  #use: PushUse | null = null;

  constructor(
    private readonly helix: Helix,
    private readonly app: AccessSource,
    private readonly user: AccessSource,
  ) {}

  use(): PushUse | null {
    return this.#use;
  }

  async list(transport: PushTransport['kind'], signal: AbortSignal): Promise<readonly SiteSubscription[]> {
    const found: SiteSubscription[] = [];
    let after: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { rows, cursor, use }: HelixPage<z.infer<typeof SubscriptionRow>> = await this.helix.page(
        { path: PATH, query: after === null ? [] : [['after', after]], access: this.accessFor(transport) },
        SubscriptionRow,
        signal,
      );
      this.#use = use ?? this.#use;
      found.push(...rows.flatMap((row) => subscriptionOf(row) ?? []).filter((row) => row.transport === transport));
      if (cursor === null || cursor === after) return found;
      after = cursor;
    }
    return found;
  }

  async subscribe({ topic, sourceId, transport }: SubscriptionRequest, signal: AbortSignal): Promise<SubscribeResult> {
    const version = TOPIC_VERSIONS.get(topic);
    if (version === undefined) throw new BugError('push-topic', `${topic} is no topic of ours`);
    const body = subscriptionBody({ topic, version, sourceId, transport });
    return judge(
      await this.helix.call({ method: 'POST', path: PATH, body, access: this.accessFor(transport.kind) }, signal),
      transport.kind,
    );
  }

  async unsubscribe(id: string, transport: PushTransport['kind'], signal: AbortSignal): Promise<void> {
    const { status, remark } = await this.helix.call(
      { method: 'DELETE', path: PATH, query: [['id', id]], access: this.accessFor(transport) },
      signal,
    );
    if (status !== 204 && status !== 200 && status !== 404)
      throw new OutsideError(
        remark === ''
          ? message('error.refused.unsubscribe', { status })
          : message('error.refused.unsubscribe-said', { status, said: remark }),
      );
  }

  private accessFor(transport: PushTransport['kind']): AccessSource {
    return transport === 'webhook' ? this.app : this.user;
  }
}

/** The remedy after a refusal, by transport. */
const refusals: Readonly<Record<PushTransport['kind'], (why: string) => Message>> = {
  webhook: (why) => message('detection.webhook-refused', { why }),
  websocket: (why) => message('detection.subscription-refused', { why }),
};

function judge({ status, text, remark }: HelixAnswer, transport: PushTransport['kind']): SubscribeResult {
  const why = remark === '' ? `HTTP ${status}` : `${remark} (HTTP ${status})`;
  switch (status) {
    case 202:
    case 200:
      return createdSubscription(text);
    case 409:
      return { result: 'exists', id: null };
    case 429:
      return { result: 'limit', reason: message('detection.subscription-limit', { why }) };
    case 410:
      return {
        result: 'refused',
        reason: message('detection.subscription-kind-ended', { why }),
      };
    default:
      return { result: 'refused', reason: refusals[transport](why) };
  }
}

function createdSubscription(text: string): SubscribeResult {
  const row = readRows(text, SubscriptionRow)?.rows[0];
  return { result: row?.status === 'enabled' ? 'active' : 'pending', id: row?.id ?? null };
}
