import { SELF_TEST_KIND } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../database/tx.js';
import { NotificationDeliveryEntity, type NotificationEvent } from '../entities/notification.entity.js';

interface NewDeliveries {
  /** Identifies the event: a repeated one makes no further message. */
  readonly eventId: string;
  readonly event: NotificationEvent;
  /** A receiver that gets no message about this event. */
  readonly except?: string | undefined;
  /** Makes no message while a notice with this key is open, because its message reports the same. */
  readonly unlessNotice?: string | undefined;
  /** Makes no message while this job does a stage of a VOD. */
  readonly unlessStageOf?: string | undefined;
}

/** From this attempt on, later messages are sent before it, so that one that always fails blocks no other. */
const YIELDS_AFTER = 5;

/** Messages to receivers: written in the transaction of their cause, sent by one API. */
@Injectable()
export class NotificationDeliveries {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Adds one message for each receiver whose rules want the event: the rule of its channel, else the one of all
   * channels. What happens to the channel of a self-test is no event.
   * @returns the number of messages
   */
  async add(
    { eventId, event, except = '', unlessNotice = '', unlessStageOf = '' }: NewDeliveries,
    tx: Tx,
  ): Promise<number> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO notification_delivery (event_id, receiver_id, event)
       SELECT $1, r.id, $2 FROM notification_receiver r
       WHERE r.is_on AND r.id <> $5
         AND COALESCE(
           (SELECT is_on FROM notification_rule WHERE receiver_id = r.id AND category = $3 AND channel_uuid = $4::uuid),
           (SELECT is_on FROM notification_rule WHERE receiver_id = r.id AND category = $3 AND channel_uuid IS NULL))
         AND NOT EXISTS (SELECT 1 FROM channel WHERE uuid = $4::uuid AND provider_kind = '${SELF_TEST_KIND}')
         AND NOT EXISTS (SELECT 1 FROM vod WHERE uuid = $8::uuid AND provider_kind = '${SELF_TEST_KIND}')
         AND NOT EXISTS (SELECT 1 FROM notice n WHERE n.key = $6 AND n.resolved_at IS NULL)
         AND NOT EXISTS (SELECT 1 FROM vod_stage s WHERE s.job = $7 AND s.status = 'running')
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        eventId,
        JSON.stringify(event),
        event.category,
        event.channelUuid ?? null,
        except,
        unlessNotice,
        unlessStageOf,
        event.vodUuid ?? null,
      ],
    );
    return rows.length;
  }

  /** The next message of each receiver that has waiting ones, if it is due. A receiver gets its messages in order. */
  async due(now: Date): Promise<NotificationDeliveryEntity[]> {
    const ids = await this.transactions.plain.query<{ id: string }[]>(
      `SELECT id FROM (
         SELECT DISTINCT ON (receiver_id) id, next_at FROM notification_delivery WHERE state = 'waiting'
         ORDER BY receiver_id, attempts >= ${YIELDS_AFTER}, CASE WHEN attempts >= ${YIELDS_AFTER} THEN next_at END, id) head
       WHERE next_at <= $1`,
      [now],
    );
    // One may be removed meanwhile.
    return (await Promise.all(ids.map(({ id }) => this.find(id)))).filter((row) => row !== null);
  }

  find(id: string): Promise<NotificationDeliveryEntity | null> {
    return this.transactions.plain.findOneBy(NotificationDeliveryEntity, { id });
  }

  /**
   * Counts an attempt and reserves the message for it, so that no other API sends it meanwhile. If this API dies, the
   * message is due again after `leaseMs`.
   * @returns false if another API was faster
   */
  async claim(
    { id, attempts }: NotificationDeliveryEntity,
    { now, leaseMs }: { readonly now: Date; readonly leaseMs: number },
  ): Promise<boolean> {
    const [, affected] = await this.transactions.plain.query<[unknown[], number]>(
      `UPDATE notification_delivery SET attempts = attempts + 1, next_at = $3
       WHERE id = $1 AND attempts = $2 AND state = 'waiting'`,
      [id, attempts, new Date(now.getTime() + leaseMs)],
    );
    return affected === 1;
  }

  async end(
    id: string,
    { state, answer, now }: { readonly state: 'sent' | 'failed'; readonly answer: Message; readonly now: Date },
  ): Promise<void> {
    await this.transactions.plain.update(NotificationDeliveryEntity, { id }, { state, answer, endedAt: now });
  }

  /** Postpones a message. @param answer absent: unchanged */
  async postpone(id: string, nextAt: Date, answer?: Message): Promise<void> {
    await this.transactions.plain.update(NotificationDeliveryEntity, { id }, { nextAt, ...(answer && { answer }) });
  }

  /** The waiting messages of a receiver are due at once. Call it only while none is being sent. */
  async makeDue(receiverId: string): Promise<void> {
    await this.transactions.plain.query(
      `UPDATE notification_delivery SET next_at = created_at WHERE receiver_id = $1 AND state = 'waiting'`,
      [receiverId],
    );
  }

  async remove(id: string): Promise<void> {
    await this.transactions.plain.delete(NotificationDeliveryEntity, { id });
  }

  /** @returns true if there was such a message that had failed */
  async retry(id: string, now: Date): Promise<boolean> {
    const [, affected] = await this.transactions.plain.query<[unknown[], number]>(
      `UPDATE notification_delivery SET state = 'waiting', attempts = 0, created_at = $2, next_at = $2, ended_at = NULL
       WHERE id = $1 AND state = 'failed'`,
      [id, now],
    );
    return affected === 1;
  }

  /** The messages of an event. */
  ofEvent(eventId: string): Promise<NotificationDeliveryEntity[]> {
    return this.transactions.plain.find(NotificationDeliveryEntity, { where: { eventId }, order: { id: 'ASC' } });
  }

  list(state: NotificationDeliveryEntity['state'] | undefined, limit: number): Promise<NotificationDeliveryEntity[]> {
    return this.transactions.plain.find(NotificationDeliveryEntity, {
      ...(state && { where: { state } }),
      order: { id: 'DESC' },
      take: limit,
    });
  }

  /** The newest message of each receiver that was tried. */
  async newest(): Promise<ReadonlyMap<string, NotificationDeliveryEntity>> {
    const rows = await this.transactions.plain.query<{ id: string }[]>(
      `SELECT DISTINCT ON (receiver_id) id FROM notification_delivery WHERE attempts > 0 ORDER BY receiver_id, id DESC`,
    );
    const found = await Promise.all(rows.map(({ id }) => this.find(id)));
    return new Map(found.flatMap((row) => (row ? [[row.receiverId, row] as const] : [])));
  }

  /** Deletes messages that ended before this time. */
  async deleteEndedBefore(before: Date): Promise<void> {
    await this.transactions.plain.query('DELETE FROM notification_delivery WHERE ended_at < $1', [before]);
  }
}
