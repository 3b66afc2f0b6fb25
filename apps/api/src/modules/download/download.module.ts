import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { ChannelModule } from '../channel/channel.module.js';
import { ClipModule } from '../clip/clip.module.js';
import { NamingModule } from '../naming/naming.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { VodModule } from '../vod/vod.module.js';
import { ChatImportsController } from './chat-imports.controller.js';
import { ChatImports } from './chat-imports.service.js';
import { ChatDownloadJob } from './chat-download-job.js';
import { ChatDumpJob } from './chat-dump-job.js';
import { ClipDownloadJob } from './clip-download-job.js';
import { SiteCopyJob } from './site-copy-job.js';
import { SiteViewer } from './site-viewer.js';
import { VideoDownloadJob } from './video-download-job.js';
import { DownloadController } from './download.controller.js';
import { DumpedChannels } from './dumped-channels.js';
import { SiteItems } from './site-items.service.js';
import { SiteLooksController } from './site-looks.controller.js';
import { SiteLooks } from './site-looks.service.js';
import { SmallDownloadsController } from './small-downloads.controller.js';
import { VideoDownloads } from './video-downloads.service.js';
import { VideoLooks } from './video-looks.js';
import { VideoStory } from './video-story.js';

/** What sites keep of the past, fetched into the library. */
@Module({
  imports: [ChannelModule, ClipModule, NamingModule, SettingsModule, VodModule, WorkflowsModule],
  controllers: [ChatImportsController, DownloadController, SiteLooksController, SmallDownloadsController],
  providers: [
    ChatDownloadJob,
    ChatDumpJob,
    ClipDownloadJob,
    SiteCopyJob,
    SiteViewer,
    VideoDownloadJob,
    ChatImports,
    DumpedChannels,
    SiteItems,
    SiteLooks,
    VideoDownloads,
    VideoLooks,
    VideoStory,
  ],
})
export class DownloadModule {}
