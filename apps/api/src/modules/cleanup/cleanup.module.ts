import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { ChannelModule } from '../channel/channel.module.js';
import { FreeSpaceModule } from '../../space/free-space.module.js';
import { VodModule } from '../vod/vod.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { AutomaticCleanup } from './automatic-cleanup.js';
import { CleanupCandidates } from './cleanup-candidates.js';
import { CleanupJob } from './cleanup-job.js';
import { CleanupController } from './cleanup.controller.js';
import { FreedSpace } from './freed-space.js';
import { Cleanups } from './cleanup.service.js';

@Module({
  imports: [JobsModule, ChannelModule, FreeSpaceModule, VodModule, SettingsModule],
  controllers: [CleanupController],
  providers: [AutomaticCleanup, CleanupCandidates, CleanupJob, Cleanups, FreedSpace],
  exports: [AutomaticCleanup],
})
export class CleanupModule {}
