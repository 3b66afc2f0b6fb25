import { Module } from '@nestjs/common';
import { AuthModule } from '../modules/auth/auth.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { ViewsModule } from '../views/views.module.js';
import { ChangeBroadcaster } from './change-broadcaster.js';
import { EventWebhook } from './event-webhook.js';
import { LogFeed } from './log-feed.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { Realtime } from './realtime.service.js';

@Module({
  imports: [AuthModule, SettingsModule, ViewsModule],
  providers: [ChangeBroadcaster, EventWebhook, LogFeed, Realtime, RealtimeGateway],
})
export class RealtimeModule {}
