import {
  type NotificationCategory,
  type NotificationRule,
  type NotificationTemplate,
  V0_RECEIVERS,
  type V0Receiver,
} from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../database/tx.js';
import { NotificationReceiverEntity, NotificationTemplateEntity } from '../entities/notification.entity.js';

interface RuleRow {
  readonly receiver_id: string;
  readonly category: NotificationCategory;
  readonly channel_uuid: string | null;
  readonly is_on: boolean;
}

/** Receivers of notifications, their rules and the templates. */
@Injectable()
export class NotificationRepository {
  constructor(private readonly transactions: Transactions) {}

  receivers(): Promise<NotificationReceiverEntity[]> {
    return this.transactions.plain.find(NotificationReceiverEntity, { order: { createdAt: 'ASC', id: 'ASC' } });
  }

  receiver(id: string): Promise<NotificationReceiverEntity | null> {
    return this.transactions.plain.findOneBy(NotificationReceiverEntity, { id });
  }

  async saveReceiver(receiver: NotificationReceiverEntity): Promise<void> {
    await this.transactions.plain.save(receiver);
  }

  /** Removes a receiver with its rules and messages. @returns true if it existed */
  async removeReceiver(id: string): Promise<boolean> {
    const done = await this.transactions.plain.delete(NotificationReceiverEntity, { id });
    return (done.affected ?? 0) > 0;
  }

  async rules(): Promise<NotificationRule[]> {
    const rows = await this.transactions.plain.query<RuleRow[]>(
      'SELECT receiver_id, category, channel_uuid, is_on FROM notification_rule ORDER BY receiver_id, category, channel_uuid',
    );
    return rows.map((row) => ({
      receiver: row.receiver_id,
      category: row.category,
      channel_uuid: row.channel_uuid,
      on: row.is_on,
    }));
  }

  /** @param on null: removes the rule */
  async putRule(
    { receiver, category, channel_uuid, on }: Omit<NotificationRule, 'on'> & { readonly on: boolean | null },
    tx: Tx,
  ): Promise<void> {
    if (on === null)
      await tx.query(
        'DELETE FROM notification_rule WHERE receiver_id = $1 AND category = $2 AND channel_uuid IS NOT DISTINCT FROM $3::uuid',
        [receiver, category, channel_uuid],
      );
    else
      await tx.query(
        `INSERT INTO notification_rule (receiver_id, category, channel_uuid, is_on) VALUES ($1, $2, $3, $4)
         ON CONFLICT (receiver_id, category, channel_uuid) DO UPDATE SET is_on = excluded.is_on`,
        [receiver, category, channel_uuid, on],
      );
  }

  /** The receivers of v0 for each category that has any, as v0's bits. */
  async bits(): Promise<ReadonlyMap<string, number>> {
    const bits = new Map<string, number>();
    for (const { receiver, category, channel_uuid, on } of await this.rules())
      if (on && channel_uuid === null && Object.hasOwn(V0_RECEIVERS, receiver))
        bits.set(category, (bits.get(category) ?? 0) | V0_RECEIVERS[receiver as V0Receiver]);
    return bits;
  }

  templates(): Promise<NotificationTemplateEntity[]> {
    return this.transactions.plain.find(NotificationTemplateEntity, { order: { category: 'ASC' } });
  }

  template(category: NotificationCategory): Promise<NotificationTemplateEntity | null> {
    return this.transactions.plain.findOneBy(NotificationTemplateEntity, { category });
  }

  async saveTemplate(template: NotificationTemplate): Promise<void> {
    await this.transactions.plain.upsert(NotificationTemplateEntity, template, ['category']);
  }

  async removeTemplate(category: NotificationCategory): Promise<void> {
    await this.transactions.plain.delete(NotificationTemplateEntity, { category });
  }
}
