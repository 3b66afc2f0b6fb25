import { type Message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import { Transactions } from '../database/tx.js';
import { PushMessageEntity, PushRefusalEntity, PushSubscriptionEntity } from '../entities/push.entity.js';

type SubscriptionRow = Omit<PushSubscriptionEntity, 'updatedAt'>;
/** The columns of a row, to write it again. */
export const plainRow = ({ updatedAt: _, ...row }: PushSubscriptionEntity): SubscriptionRow => row;

type SubscriptionKey = Pick<PushSubscriptionEntity, 'kind' | 'sourceId' | 'topic'>;

@Injectable()
export class PushRepository {
  constructor(private readonly transactions: Transactions) {}

  subscriptions(kind?: string): Promise<PushSubscriptionEntity[]> {
    return this.transactions.plain.find(PushSubscriptionEntity, kind === undefined ? {} : { where: { kind } });
  }

  find(key: SubscriptionKey): Promise<PushSubscriptionEntity | null> {
    return this.transactions.plain.findOneBy(PushSubscriptionEntity, {
      kind: key.kind,
      sourceId: key.sourceId,
      topic: key.topic,
    });
  }

  async put(row: SubscriptionRow): Promise<void> {
    await this.transactions.plain.upsert(PushSubscriptionEntity, { ...row, updatedAt: new Date() }, [
      'kind',
      'sourceId',
      'topic',
    ]);
  }

  /**
   * Records that the site accepted the request. An active subscription stays active, because its challenge may have
   * been answered already.
   */
  async saveRequested(key: SubscriptionKey, siteId: string | null): Promise<void> {
    await this.transactions.plain.update(
      PushSubscriptionEntity,
      { kind: key.kind, sourceId: key.sourceId, topic: key.topic, status: 'pending' },
      { siteId, updatedAt: new Date() },
    );
  }

  /**
   * Records that the site revoked exactly this subscription. A newer subscription does not match, and neither does one
   * that waits for its challenge: a site can only revoke what it has granted.
   * @returns whether it was the current subscription
   */
  async saveRevoked(key: SubscriptionKey, siteId: string, reason: Message): Promise<boolean> {
    const row = { kind: key.kind, sourceId: key.sourceId, topic: key.topic };
    const { affected } = await this.transactions.plain.update(
      PushSubscriptionEntity,
      // If the site reported that the subscription existed already, its id is unknown.
      [
        { ...row, siteId },
        { ...row, siteId: IsNull(), status: 'active' },
      ],
      { siteId: null, status: 'revoked', reason, updatedAt: new Date() },
    );
    return (affected ?? 0) > 0;
  }

  async remove(key: SubscriptionKey): Promise<void> {
    await this.transactions.plain.delete(PushSubscriptionEntity, {
      kind: key.kind,
      sourceId: key.sourceId,
      topic: key.topic,
    });
  }

  /** @returns false if an API has already accepted this delivery */
  async takeMessage(id: string): Promise<boolean> {
    const done = await this.transactions.plain
      .createQueryBuilder()
      .insert()
      .into(PushMessageEntity)
      .values({ id, at: new Date() })
      .orIgnore()
      .returning('id')
      .execute();
    return Array.isArray(done.raw) && done.raw.length > 0;
  }

  /** Forgets a delivery that could not be processed, so that a repeat counts as new. */
  async releaseMessage(id: string): Promise<void> {
    await this.transactions.plain.delete(PushMessageEntity, { id });
  }

  async forgetMessages(before: Date): Promise<void> {
    await this.transactions.plain.delete(PushMessageEntity, { at: LessThan(before) });
  }

  async addRefusals(kind: string, reason: string, count: number): Promise<void> {
    await this.transactions.plain.query(
      `INSERT INTO push_refusal (kind, reason, count, last_at) VALUES ($1, $2, $3, now())
      ON CONFLICT (kind, reason) DO UPDATE SET count = push_refusal.count + $3, last_at = now()`,
      [kind, reason, count],
    );
  }

  refusals(): Promise<PushRefusalEntity[]> {
    return this.transactions.plain.find(PushRefusalEntity, { order: { lastAt: 'DESC' } });
  }
}
