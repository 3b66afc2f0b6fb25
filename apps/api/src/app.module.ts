import { type DynamicModule, Module } from '@nestjs/common';
import { CoreModule, type CoreParts } from './core/core.module.js';
import { FeaturesModule } from './modules/features.module.js';
import { LogFeedModule } from './realtime/log-feed.module.js';
import { RealtimeModule } from './realtime/realtime.module.js';

@Module({})
export class AppModule {
  static of(parts: CoreParts): DynamicModule {
    return { module: AppModule, imports: [CoreModule.of(parts), RealtimeModule, LogFeedModule, FeaturesModule] };
  }
}
