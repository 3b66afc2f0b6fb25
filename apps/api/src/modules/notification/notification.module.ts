import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { BrokerPresence } from './broker-presence.js';
import { DeliveryQueue } from './delivery-queue.js';
import { HookStage } from './hook-stage.js';
import { MessageSender } from './message-sender.js';
import { NotificationController } from './notification.controller.js';
import { Receivers } from './receivers.service.js';
import { TestMessages } from './test-messages.js';
import { VapidKeyStore } from './vapid-keys.js';
import { VersionReport } from './version-report.js';

/** Receivers of notifications, and the delivery of their messages. */
@Module({
  imports: [JobsModule, SettingsModule, WorkflowsModule],
  controllers: [NotificationController],
  providers: [
    BrokerPresence,
    DeliveryQueue,
    HookStage,
    MessageSender,
    Receivers,
    TestMessages,
    VapidKeyStore,
    VersionReport,
  ],
})
export class NotificationModule {}
