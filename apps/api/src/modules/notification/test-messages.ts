import { type NotificationCategory } from '#libs/contracts';
import { message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { type NotificationEvent } from '../../persistence/entities/notification.entity.js';
import { NotificationRepository } from '../../persistence/repositories/notification.repository.js';
import { MessageSender, type Sent } from './message-sender.js';
import { Receivers } from './receivers.service.js';

const NAME = 'Vodkeep';

/** Messages that show the operator whether a receiver works. They are sent at once, also in the quiet hours. */
@Injectable()
export class TestMessages {
  constructor(
    private readonly receivers: Receivers,
    private readonly rows: NotificationRepository,
    private readonly sender: MessageSender,
  ) {}

  /** @throws UserError `receiver-missing` (404) */
  async send(receiverId: string, category: NotificationCategory): Promise<Sent> {
    return this.sender.send(await this.receivers.find(receiverId), `test ${ulid()}`, testEvent(category));
  }

  /** Sends to every receiver that gets the category, as v0's test does. */
  async sendToAll(category: NotificationCategory): Promise<void> {
    const wanted = (await this.rows.rules()).filter(
      (rule) => rule.on && rule.channel_uuid === null && rule.category === category,
    );
    await Promise.all(wanted.map(({ receiver }) => this.send(receiver, category)));
  }
}

const testEvent = (category: NotificationCategory): NotificationEvent => ({
  category,
  level: 'info',
  title: message('notification.test', { name: NAME }),
  text: message('notification.test-text'),
  at: new Date().toISOString(),
  isTest: true,
  values: {
    channel: NAME,
    login: 'vodkeep',
    stream_title: NAME,
    game_name: NAME,
    basename: 'vodkeep',
    duration: '1:02:03',
  },
});
