import { type Provider, type WebhookReading } from '#libs/providers';
import { Keyring } from '#libs/service-kit';
import { Injectable, Logger } from '@nestjs/common';
import { Sites } from '../../sites/sites.js';
import { type RawBody } from '../../http/raw-body.js';
import { PushInbox } from './push-inbox.js';
import { PushRefusals } from './push-refusals.js';
import { PushPlan } from './push-plan.js';
import { PushRepository } from '../../persistence/repositories/push.repository.js';
import { PushSync } from './push-sync.js';
import { webhookSecrets } from './webhook-secrets.js';

interface HookCall {
  readonly kind: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: RawBody;
}
interface HookAnswer {
  readonly status: number;
  readonly text: string;
}

const OK: HookAnswer = { status: 200, text: '' };
const FORBIDDEN: HookAnswer = { status: 403, text: 'refused' };

/** Processes webhook calls. A call without the site's signature has no effect. */
@Injectable()
export class WebhookService {
  private readonly log = new Logger('push');

  constructor(
    private readonly sites: Sites,
    private readonly keyring: Keyring,
    private readonly inbox: PushInbox,
    private readonly rows: PushRepository,
    private readonly refusals: PushRefusals,
    private readonly sync: PushSync,
    private readonly plan: PushPlan,
  ) {}

  async answer(call: HookCall): Promise<HookAnswer> {
    const provider = this.sites.all().find((p) => p.kind === call.kind && p.push !== null);
    if (!provider) return { status: 404, text: 'no such hook' };
    if (call.body.tooLarge) {
      this.refusals.add(call.kind, 'too-large');
      return { status: 413, text: 'too large' };
    }
    const reading = this.read(provider, call);
    switch (reading.kind) {
      case 'refused':
        this.refusals.add(call.kind, reading.refusal);
        return FORBIDDEN;
      case 'challenge':
        return this.challenge(call.kind, reading);
      case 'revoked':
        return this.revoked(call.kind, reading);
      case 'message':
        for (const message of reading.messages)
          if (!(await this.inbox.take(call.kind, message))) this.refusals.add(call.kind, 'replayed');
        return OK;
    }
  }

  /**
   * After a keyring change the old key still verifies calls that were signed with it. If no key fits, the newest one
   * gives the reason.
   */
  private read({ push }: Provider, { headers, body }: HookCall): WebhookReading {
    const now = new Date();
    const readings = webhookSecrets(this.keyring).flatMap(
      (secret) => push?.readWebhook({ headers, body: body.bytes, secret, now }) ?? [],
    );
    return readings.find(({ kind }) => kind !== 'refused') ?? readings[0] ?? { kind: 'refused', refusal: 'malformed' };
  }

  /** Confirms only subscriptions that Vodkeep requested. */
  private async challenge(
    kind: string,
    { challenge, subscriptionId, topic, sourceId }: Extract<WebhookReading, { kind: 'challenge' }>,
  ): Promise<HookAnswer> {
    const row = await this.rows.find({ kind, sourceId, topic });
    // The subscription waits for its challenge, or this is a repeated challenge.
    const isOurs = row !== null && (row.siteId === null ? row.status === 'pending' : row.siteId === subscriptionId);
    if (!isOurs) {
      this.refusals.add(kind, 'unknown-subscription');
      return FORBIDDEN;
    }
    await this.plan.confirmed(row, subscriptionId);
    return { status: 200, text: challenge };
  }

  private async revoked(
    kind: string,
    { messageId, subscriptionId, topic, sourceId, reason }: Extract<WebhookReading, { kind: 'revoked' }>,
  ): Promise<HookAnswer> {
    if (!(await this.rows.takeMessage(`${kind}:${messageId}`))) return OK;
    this.log.warn(`${kind}: subscription ${topic} of ${sourceId} revoked: ${reason}`);
    await this.sync.revoked(kind, { id: subscriptionId, topic, sourceId, reason });
    return OK;
  }
}
