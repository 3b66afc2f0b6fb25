import { type NotificationCategory } from '#libs/contracts';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { type Tx } from '../persistence/database/tx.js';
import { type NoticeEntity } from '../persistence/entities/notice.entity.js';
import { type NotificationEvent } from '../persistence/entities/notification.entity.js';
import { NotificationDeliveries } from '../persistence/repositories/notification-delivery.repository.js';

export interface NewNotification extends Omit<NotificationEvent, 'at'> {
  /** Identifies the event, so that a repeated one is one message: what happened, to what, and since when. */
  readonly eventId: string;
  /** A receiver that must not get it, because it is about this receiver. */
  readonly except?: string | undefined;
  /** Key of the notice that reports the same problem; while it is open, nothing is sent. */
  readonly unlessNotice?: string;
  /** Name of a job; while it does a stage of a VOD, nothing is sent, because the failed stage is reported. */
  readonly unlessStageOf?: string;
}

/**
 * Reports events to the receivers that the operator has chosen (docs/flows/notifications.md). The messages are rows of the
 * transaction that causes them, so an event is never lost and never reported if the change is rolled back.
 */
@Injectable()
export class Notifications {
  private wake: () => void = () => undefined;

  constructor(private readonly deliveries: NotificationDeliveries) {}

  /** Adds the messages of an event in the transaction of its cause. Safe to repeat. */
  async add({ eventId, except, unlessNotice, unlessStageOf, ...event }: NewNotification, tx: Tx): Promise<void> {
    const added = await this.deliveries.add(
      { eventId, event: { ...event, at: new Date().toISOString() }, except, unlessNotice, unlessStageOf },
      tx,
    );
    if (added > 0) setImmediate(() => this.wake());
  }

  async addAll(events: readonly NewNotification[], tx: Tx): Promise<void> {
    for (const event of events) await this.add(event, tx);
  }

  /** Registers a callback that wakes the sender. If a row is not committed yet, the sender's interval finds it. */
  onAdded(wake: () => void): void {
    this.wake = wake;
  }

  /** Call it after a commit: the sender may have woken before the row was visible. */
  committed(): void {
    this.wake();
  }
}

/** The category of each kind of notice. A new kind does not compile until it is listed here. */
const NOTICE_CATEGORIES = {
  'could-not-record': 'recordingFailed',
  'push-revoked': 'system',
  'channel-renamed': 'system',
  'chat-missing': 'system',
  'account': 'tokenExpired',
  'library-lost': 'system',
  'detection-stalled': 'system',
  'not-stored': 'recordingFailed',
  'low-space': 'diskSpace',
  'cleanup-report': 'diskSpace',
  'after-recording': 'jobFailed',
  'files-damaged': 'system',
  'receiver-failing': 'system',
  'self-test-failed': 'selfTestFailed',
} as const satisfies Record<NoticeEntity['kind'], NotificationCategory>;

/** The event of a notice that was opened, or whose problem ended; it has one id each time. */
export function noticeEvent(notice: NoticeEntity): NewNotification {
  const { key, kind, level, title, text, channelUuid, vodUuid, firstAt, count, resolvedAt } = notice;
  return {
    eventId: `notice ${key} ${firstAt.getTime()} ${count}${resolvedAt === null ? '' : ' end'}`,
    category: NOTICE_CATEGORIES[kind],
    level,
    title: resolvedAt === null ? title : message('notification.ended', { title }),
    text: resolvedAt === null ? text : null,
    channelUuid,
    vodUuid,
    ...(resolvedAt !== null && { ended: true }),
  };
}
