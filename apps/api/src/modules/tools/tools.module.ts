import { Module } from '@nestjs/common';
import { ScheduleModule } from '../schedule/schedule.module.js';
import { SiteVodModule } from '../site-vod/site-vod.module.js';
import { SitesModule } from '../sites/sites.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { ViewsModule } from '../../views/views.module.js';
import { VodsModule } from '../../vods/vods.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { ChannelReset } from './channel-reset.js';
import { InstallationStop } from './installation-stop.js';
import { ScheduledRuns } from './scheduled-runs.service.js';
import { ToolsController } from './tools.controller.js';

@Module({
  imports: [ScheduleModule, SiteVodModule, SitesModule, SiteRegistryModule, ViewsModule, VodsModule, WorkflowsModule],
  controllers: [ToolsController],
  providers: [ChannelReset, InstallationStop, ScheduledRuns],
})
export class ToolsModule {}
