import { Module } from '@nestjs/common';
import { SettingsModule } from '../modules/settings/settings.module.js';
import { LogFeed } from './log-feed.js';
import { RealtimeModule } from './realtime.module.js';

/** Needs Bus from a global module. */
@Module({ imports: [RealtimeModule, SettingsModule], providers: [LogFeed] })
export class LogFeedModule {}
