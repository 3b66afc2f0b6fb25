import { Module } from '@nestjs/common';
import { AboutModule } from './about/about.module.js';
import { AfterRecordingModule } from './after-recording/after-recording.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BookmarkModule } from './bookmark/bookmark.module.js';
import { ChannelModule } from './channel/channel.module.js';
import { ChatModule } from './chat/chat.module.js';
import { CleanupModule } from './cleanup/cleanup.module.js';
import { ClientSettingsModule } from './client-settings/client-settings.module.js';
import { ClipModule } from './clip/clip.module.js';
import { DeadLetterModule } from './dead-letter/dead-letter.module.js';
import { DownloadModule } from './download/download.module.js';
import { FilesModule } from './files/files.module.js';
import { GameModule } from './game/game.module.js';
import { HealthModule } from './health/health.module.js';
import { JobModule } from './job/job.module.js';
import { KeyValueModule } from './keyvalue/keyvalue.module.js';
import { LocalVideoModule } from './local-video/local-video.module.js';
import { LogModule } from './log/log.module.js';
import { MediaModule } from './media/media.module.js';
import { NamingModule } from './naming/naming.module.js';
import { NotImplementedModule } from './not-implemented/not-implemented.module.js';
import { NoticeModule } from './notice/notice.module.js';
import { NotificationModule } from './notification/notification.module.js';
import { OpenapiModule } from './openapi/openapi.module.js';
import { ProbeModule } from './probe/probe.module.js';
import { PushModule } from './push/push.module.js';
import { ScanModule } from './scan/scan.module.js';
import { ScheduleModule } from './schedule/schedule.module.js';
import { SettingsRoutesModule } from './settings/settings-routes.module.js';
import { SettingsTransferModule } from './settings/transfer/settings-transfer.module.js';
import { SiteVodModule } from './site-vod/site-vod.module.js';
import { SitesModule } from './sites/sites.module.js';
import { SpaceModule } from './space/space.module.js';
import { SubscriptionModule } from './subscription/subscription.module.js';
import { TaskModule } from './task/task.module.js';
import { ToolsModule } from './tools/tools.module.js';
import { VodModule } from './vod/vod.module.js';
import { WatchModule } from './watch/watch.module.js';

/** All features that clients can use. */
@Module({
  imports: [
    AboutModule,
    AfterRecordingModule,
    AuthModule,
    BookmarkModule,
    ChannelModule,
    ChatModule,
    CleanupModule,
    ClientSettingsModule,
    ClipModule,
    DeadLetterModule,
    DownloadModule,
    FilesModule,
    GameModule,
    HealthModule,
    JobModule,
    KeyValueModule,
    LocalVideoModule,
    LogModule,
    MediaModule,
    NamingModule,
    NotImplementedModule,
    NoticeModule,
    NotificationModule,
    OpenapiModule,
    ProbeModule,
    PushModule,
    ScanModule,
    ScheduleModule,
    SettingsRoutesModule,
    SettingsTransferModule,
    SiteVodModule,
    SitesModule,
    SpaceModule,
    SubscriptionModule,
    TaskModule,
    ToolsModule,
    VodModule,
    WatchModule,
  ],
})
export class FeaturesModule {}
