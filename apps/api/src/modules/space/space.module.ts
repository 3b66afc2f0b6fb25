import { Module } from '@nestjs/common';
import { SettingsModule } from '../../settings/settings.module.js';
import { MinFreeSpaceRule } from './min-free-space-rule.js';
import { ProbeEventsController } from './probe-events.controller.js';
import { Probes } from './probes.js';
import { SpaceController } from './space.controller.js';
import { SpaceService } from './space.service.js';
import { StorageUse } from './storage-use.js';

/** What lies on storage: how much, and what it is. */
@Module({
  imports: [SettingsModule],
  controllers: [ProbeEventsController, SpaceController],
  providers: [MinFreeSpaceRule, Probes, SpaceService, StorageUse],
  exports: [Probes, SpaceService],
})
export class SpaceModule {}
