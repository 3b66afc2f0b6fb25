import { Module } from '@nestjs/common';
import { SettingsModule } from '../../settings/settings.module.js';
import { MinFreeSpaceRule } from './min-free-space-rule.js';
import { SpaceController } from './space.controller.js';
import { SpaceReportService } from './space-report.service.js';
import { VodSpaceCounter } from './vod-space-counter.js';

/** Measures the used storage, in total and by kind. */
@Module({
  imports: [SettingsModule],
  controllers: [SpaceController],
  providers: [MinFreeSpaceRule, SpaceReportService, VodSpaceCounter],
  exports: [SpaceReportService],
})
export class SpaceModule {}
