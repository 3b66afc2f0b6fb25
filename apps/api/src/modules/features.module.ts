import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { WatchController } from '../watch/watch.controller.js';
import { WatchService } from '../watch/watch.service.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { AboutController } from './about/about.controller.js';
import { ChannelController } from './channel/channel.controller.js';
import { ChatController } from './chat/chat.controller.js';
import { ChatService } from './chat/chat.service.js';
import { ClipModule } from './clip/clip.module.js';
import { ChannelService } from './channel/channel.service.js';
import { DeadLetterController } from './dead-letter/dead-letter.controller.js';
import { HealthController } from './health/health.controller.js';
import { JobController } from './job/job.controller.js';
import { JobService } from './job/job.service.js';
import { LogController } from './log/log.controller.js';
import { NoticeController } from './notice/notice.controller.js';
import { OperateModule } from './operate.module.js';
import { PushModule } from '../push/push.module.js';
import { ChannelImport } from './settings/transfer/channel-import.js';
import { SettingsTransferController } from './settings/transfer/settings-transfer.controller.js';
import { SettingsTransfer } from './settings/transfer/settings-transfer.service.js';
import { SettingsModule } from './settings/settings.module.js';
import { SitesModule } from './sites/sites.module.js';
import { DeleteVod } from './vod/delete-vod.js';
import { VodController } from './vod/vod.controller.js';

@Module({
  imports: [ClipModule, HttpModule, OperateModule, PushModule, SettingsModule, SitesModule, WorkflowsModule],
  controllers: [AboutController, ChannelController, ChatController, DeadLetterController, HealthController, JobController, LogController, NoticeController, SettingsTransferController, VodController, WatchController],
  providers: [ChannelImport, SettingsTransfer, ChannelService, ChatService, DeleteVod, JobService, WatchService],
})
export class FeaturesModule {}
