import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { FreeGoal } from './free-goal.js';
import { ProbeEventsController } from './probe-events.controller.js';
import { Probes } from './probes.js';
import { SpaceController } from './space.controller.js';
import { SpaceRepository } from './space.repository.js';
import { StorageUse } from './storage-use.js';
import { SpaceService } from './space.service.js';

const SPACE = [Probes, SpaceRepository, StorageUse, SpaceService];

/** What lies on storage: how much, and what it is. */
@Module({
  imports: [HttpModule, SettingsModule],
  controllers: [ProbeEventsController, SpaceController],
  providers: [...SPACE, FreeGoal],
  exports: SPACE,
})
export class SpaceModule {}
