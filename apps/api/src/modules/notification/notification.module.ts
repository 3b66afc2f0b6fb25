import { Module } from '@nestjs/common';
import { SettingsModule } from '../../settings/settings.module.js';
import { DeliveryQueue } from './delivery-queue.js';
import { MessageSender } from './message-sender.js';
import { NotificationController } from './notification.controller.js';
import { Receivers } from './receivers.service.js';
import { TestMessages } from './test-messages.js';
import { VapidKeyStore } from './vapid-keys.js';

/** Receivers of notifications, and the delivery of their messages. */
@Module({
  imports: [SettingsModule],
  controllers: [NotificationController],
  providers: [DeliveryQueue, MessageSender, Receivers, TestMessages, VapidKeyStore],
})
export class NotificationModule {}
