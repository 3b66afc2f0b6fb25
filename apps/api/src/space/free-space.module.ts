import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { VodsModule } from '../vods/vods.module.js';
import { MinFreeSpaceRule } from './min-free-space-rule.js';
import { RootSpaces } from './root-spaces.js';
import { SpaceNotices } from './space-notices.js';
import { SpaceReportService } from './space-report.service.js';
import { WriteGates } from './write-gates.js';

/** Used and free space, and the gates that stop writing before a disk is full. */
@Module({
  imports: [SettingsModule, VodsModule],
  providers: [MinFreeSpaceRule, RootSpaces, SpaceNotices, SpaceReportService, WriteGates],
  exports: [SpaceReportService, WriteGates],
})
export class FreeSpaceModule {}
