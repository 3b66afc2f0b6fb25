import { messageOf } from '#libs/errors';
import { english, type Message, message } from '#libs/messages';
import { quietUntil } from '#libs/domain';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import {
  type NotificationDeliveryEntity,
  type NotificationReceiverEntity,
} from '../../persistence/entities/notification.entity.js';
import { NotificationDeliveries } from '../../persistence/repositories/notification-delivery.repository.js';
import { NotificationRepository } from '../../persistence/repositories/notification.repository.js';
import { Clock } from '../../platform/clock.js';
import { Notices } from '../../platform/notices.service.js';
import { Notifications } from '../../platform/notifications.service.js';
import { type PeriodicTask } from '../../platform/scheduler/periodic-task.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { Settings } from '../../settings/settings.service.js';
import { MessageSender, type Sent } from './message-sender.js';
import { receiverName, Receivers } from './receivers.service.js';

/** New messages of this process wake the task. The interval is for other APIs, waits, and uncommitted rows. */
const EVERY_MS = 2_000;
const FIRST_WAIT_MS = 10_000;
const MAX_WAIT_MS = 3_600_000;
/** A message is given up after this many attempts, or at this age. */
const MAX_ATTEMPTS = 30;
const MAX_AGE_MS = 36 * 3_600_000;
const RETENTION_MS = 14 * 86_400_000;

/**
 * Delivers the waiting messages, on one API at a time: each receiver gets its own in order, and a slow receiver delays no
 * other. A message that an API was sending when it died is sent again, since nobody knows whether it arrived; its id is the
 * same (docs/flows/notifications.md).
 */
@Injectable()
export class DeliveryQueue implements BeforeApplicationShutdown {
  private readonly log = new Logger('notifications');
  private readonly task: PeriodicTask;
  /** Work of this process, by receiver. */
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly deliveries: NotificationDeliveries,
    private readonly rows: NotificationRepository,
    private readonly sender: MessageSender,
    private readonly receivers: Receivers,
    private readonly settings: Settings,
    private readonly notices: Notices,
    private readonly clock: Clock,
    scheduler: Scheduler,
    notifications: Notifications,
  ) {
    this.task = scheduler.every('notifications', EVERY_MS, (signal) => this.run(signal));
    scheduler.every('notification-log', 3_600_000, () =>
      this.deliveries.deleteEndedBefore(new Date(this.clock.now() - RETENTION_MS)),
    );
    notifications.onAdded(() => {
      this.task.wake();
    });
  }

  /** A message that is being sent ends first, so that it is not sent again. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running.values());
  }

  /** Starts the work for each receiver whose next message is due, and does not wait for it. */
  private async run(signal: AbortSignal): Promise<void> {
    for (const { receiverId } of await this.deliveries.due(this.now())) {
      if (this.running.has(receiverId)) continue;
      const work = this.serve(receiverId, signal)
        .finally(() => {
          this.running.delete(receiverId);
        })
        .then(
          () => {
            this.task.wake();
          },
          (thrown: unknown) => {
            this.log.error(`${receiverId}: ${messageOf(thrown)}`);
          },
        );
      this.running.set(receiverId, work);
    }
  }

  /** Sends the messages of one receiver until none is due. */
  private async serve(receiverId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const [delivery, receiver] = await Promise.all([
        this.deliveries.due(this.now()).then((due) => due.find((one) => one.receiverId === receiverId)),
        this.rows.receiver(receiverId),
      ]);
      if (!delivery || !receiver || !(await this.step(delivery, receiver))) return;
    }
  }

  /** @returns false if the receiver has to wait */
  private async step(delivery: NotificationDeliveryEntity, receiver: NotificationReceiverEntity): Promise<boolean> {
    const fault = this.receivers.faultOf(receiver);
    if (receiver.isOn && fault !== null) return this.hold(delivery, receiver, fault);
    if (!receiver.isOn || (receiver.kind !== 'browser' && this.receivers.configOf(receiver) === null)) {
      await this.deliveries.remove(delivery.id);
      return true;
    }
    const until = receiver.isQuiet ? this.quietUntil() : null;
    if (until !== null) {
      await this.deliveries.postpone(delivery.id, until, message('notification.quiet'));
      return false;
    }
    const leaseMs = 2 * this.sender.limitOf(receiver);
    if (!(await this.deliveries.claim(delivery, { now: this.now(), leaseMs }))) return false;
    const sent = await this.sender.send(receiver, `${delivery.eventId} ${receiver.id}`, delivery.event);
    return this.finish(delivery, { receiver, sent, attempt: delivery.attempts + 1 });
  }

  /** The messages of a receiver whose configuration cannot be read wait until the operator saves it again. */
  private async hold(
    delivery: NotificationDeliveryEntity,
    receiver: NotificationReceiverEntity,
    fault: Message,
  ): Promise<boolean> {
    if (this.clock.now() - delivery.createdAt.getTime() >= MAX_AGE_MS) {
      await this.giveUp(delivery, receiver, fault);
      return true;
    }
    await this.report(receiver, fault);
    await this.deliveries.postpone(delivery.id, new Date(this.clock.now() + MAX_WAIT_MS), fault);
    return false;
  }

  private async finish(delivery: NotificationDeliveryEntity, tried: Try): Promise<boolean> {
    const { receiver, sent, attempt } = tried;
    const { outcome, answer } = sent;
    if (outcome === 'sent') {
      await this.deliveries.end(delivery.id, { state: 'sent', answer, now: this.now() });
      await this.notices.resolve(noticeKey(receiver), receiver.id);
      return true;
    }
    if (outcome === 'gone') {
      this.log.warn(`${receiverName(receiver)}: does not exist any more, removed`);
      await this.rows.removeReceiver(receiver.id);
      return false;
    }
    const age = this.clock.now() - delivery.createdAt.getTime();
    if (outcome === 'refused' || attempt >= MAX_ATTEMPTS || age >= MAX_AGE_MS) {
      await this.giveUp(delivery, receiver, answer);
      return true;
    }
    await this.deliveries.postpone(delivery.id, new Date(this.clock.now() + waitMs(attempt, sent)), answer);
    return false;
  }

  private async giveUp(
    delivery: NotificationDeliveryEntity,
    receiver: NotificationReceiverEntity,
    answer: Message,
  ): Promise<void> {
    this.log.warn(`${receiverName(receiver)}: message not delivered: ${english(answer)}`);
    await this.deliveries.end(delivery.id, { state: 'failed', answer, now: this.now() });
    await this.report(receiver, answer);
  }

  /** One notice for a receiver, however many of its messages fail; it ends with the first one that arrives. */
  private async report(receiver: NotificationReceiverEntity, answer: Message): Promise<void> {
    const name = receiverName(receiver);
    await this.notices.raise({
      key: noticeKey(receiver),
      kind: 'receiver-failing',
      level: 'warning',
      title: message('notice.receiver-failing.title', { name }),
      text: message('notice.receiver-failing.text', { answer }),
      receiverId: receiver.id,
    });
  }

  private quietUntil(): Date | null {
    return quietUntil(
      {
        from: this.settings.get('notifications.quiet.from'),
        to: this.settings.get('notifications.quiet.to'),
        timeZone: this.settings.timeZone(),
      },
      this.now(),
    );
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

interface Try {
  readonly receiver: NotificationReceiverEntity;
  readonly sent: Sent;
  /** From 1. */
  readonly attempt: number;
}

/** 10 s, 30 s, 90 s ... 1 h; or as long as the receiver said. */
const waitMs = (attempt: number, { retryAfterMs }: Sent): number =>
  retryAfterMs ?? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 3 ** (attempt - 1));

const noticeKey = ({ id }: NotificationReceiverEntity): string => `receiver-failing:${id}`;
