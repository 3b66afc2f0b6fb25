import { type DynamicModule, Module } from '@nestjs/common';
import { FeaturesModule } from './modules/features.module.js';
import { PersistenceModule } from './persistence/persistence.module.js';
import { PlatformModule, type PlatformParts } from './platform/platform.module.js';
import { RealtimeModule } from './realtime/realtime.module.js';

@Module({})
export class AppModule {
  static of(parts: PlatformParts): DynamicModule {
    return {
      module: AppModule,
      imports: [PersistenceModule.of(parts.db), PlatformModule.of(parts), RealtimeModule, FeaturesModule],
    };
  }
}
