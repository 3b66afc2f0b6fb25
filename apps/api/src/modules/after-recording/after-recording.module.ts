import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { VodsModule } from '../../vods/vods.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { ChannelModule } from '../channel/channel.module.js';
import { CleanupModule } from '../cleanup/cleanup.module.js';
import { DownloadModule } from '../download/download.module.js';
import { SiteVodModule } from '../site-vod/site-vod.module.js';
import { CleanupStage } from './cleanup-stage.js';
import { ContactSheetJob } from './contact-sheet-job.js';
import { DownloadedVod } from './downloaded-vod.js';
import { ChatDownloadStage, VodDownloadStage } from './download-stages.js';
import { MatchStage } from './match-stage.js';
import { NfoStage } from './nfo-stage.js';
import { RepairJob } from './repair-job.js';
import { RepairStage } from './repair-stage.js';
import { ReplaceStage } from './replace-stage.js';
import { VodStageController } from './vod-stage.controller.js';

/** The stages that follow a recording. */
@Module({
  imports: [
    JobsModule,
    SettingsModule,
    SiteRegistryModule,
    VodsModule,
    WorkflowsModule,
    ChannelModule,
    CleanupModule,
    DownloadModule,
    SiteVodModule,
  ],
  controllers: [VodStageController],
  providers: [
    ChatDownloadStage,
    CleanupStage,
    ContactSheetJob,
    DownloadedVod,
    MatchStage,
    NfoStage,
    RepairJob,
    RepairStage,
    ReplaceStage,
    VodDownloadStage,
  ],
})
export class AfterRecordingModule {}
