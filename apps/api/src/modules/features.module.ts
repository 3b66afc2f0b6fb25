import { Module } from '@nestjs/common';
import { ClockModule } from '../http/clock.module.js';
import { HttpModule } from '../http/http.module.js';
import { WatchController } from '../watch/watch.controller.js';
import { WatchService } from '../watch/watch.service.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { ChannelModule } from './channel/channel.module.js';
import { ChatController } from './chat/chat.controller.js';
import { ChatService } from './chat/chat.service.js';
import { CleanupController } from './cleanup/cleanup.controller.js';
import { CleanupFacts } from './cleanup/cleanup-facts.js';
import { CleanupJob } from './cleanup/cleanup-job.js';
import { Cleanups } from './cleanup/cleanup.service.js';
import { ClipModule } from './clip/clip.module.js';
import { DeadLetterController } from './dead-letter/dead-letter.controller.js';
import { DownloadModule } from './download/download.module.js';
import { HealthController } from './health/health.controller.js';
import { JobController } from './job/job.controller.js';
import { JobService } from './job/job.service.js';
import { RenamingModule } from './naming/renaming.module.js';
import { NoticeController } from './notice/notice.controller.js';
import { OperateModule } from './operate.module.js';
import { PushModule } from '../push/push.module.js';
import { ScanModule } from './scan/scan.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { DebugLog } from './settings/debug-log.js';
import { ChannelImport } from './settings/transfer/channel-import.js';
import { SettingsTransferController } from './settings/transfer/settings-transfer.controller.js';
import { SettingsTransfer } from './settings/transfer/settings-transfer.service.js';
import { SiteVodController } from './site-vod/site-vod.controller.js';
import { SiteVodModule } from './site-vod/site-vod.module.js';
import { SitesModule } from './sites/sites.module.js';
import { SpaceModule } from './space/space.module.js';
import { VodModule } from './vod/vod.module.js';

@Module({
  imports: [
    ScanModule,
    ChannelModule,
    ClipModule,
    ClockModule,
    DownloadModule,
    HttpModule,
    OperateModule,
    PushModule,
    RenamingModule,
    SettingsModule,
    SitesModule,
    SiteVodModule,
    SpaceModule,
    VodModule,
    WorkflowsModule,
  ],
  controllers: [
    ChatController,
    CleanupController,
    DeadLetterController,
    HealthController,
    JobController,
    NoticeController,
    SiteVodController,
    SettingsTransferController,
    WatchController,
  ],
  providers: [
    ChannelImport,
    DebugLog,
    CleanupFacts,
    CleanupJob,
    Cleanups,
    ChatService,
    JobService,
    SettingsTransfer,
    WatchService,
  ],
})
export class FeaturesModule {}
