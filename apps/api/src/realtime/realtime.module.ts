import { Module } from '@nestjs/common';
import { AuthModule } from '../modules/auth/auth.module.js';
import { SettingsModule } from '../modules/settings/settings.module.js';
import { ChangeRelay } from './change-relay.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { Realtime } from './realtime.service.js';

/** Needs UiBus, ViewLoader and DoorConfig from a global module. */
@Module({
  imports: [AuthModule, SettingsModule],
  providers: [Realtime, RealtimeGateway, ChangeRelay],
  exports: [Realtime],
})
export class RealtimeModule {}
