import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { LibraryModule } from '../../library/library.module.js';
import { ChannelModule } from '../channel/channel.module.js';
import { ClipModule } from '../clip/clip.module.js';
import { VodModule } from '../vod/vod.module.js';
import { RecordingsModule } from '../../recordings/recordings.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { VodsModule } from '../../vods/vods.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { ChatDownloadJob } from './chat-download-job.js';
import { ChatDumpJob } from './chat-dump-job.js';
import { ChatImportsController } from './chat-imports.controller.js';
import { ChatImports } from './chat-imports.service.js';
import { ChatRepair } from './chat-repair.js';
import { ClipDownloadJob } from './clip-download-job.js';
import { DownloadController } from './download.controller.js';
import { DumpedChannels } from './dumped-channels.js';
import { SiteCopyJob } from './site-copy-job.js';
import { SiteItems } from './site-items.service.js';
import { SiteLookupController } from './site-lookup.controller.js';
import { SiteLookup } from './site-lookup.service.js';
import { SiteViewer } from './site-viewer.js';
import { ClipAndChatJobsController } from './clip-and-chat-jobs.controller.js';
import { VideoDownloadJob } from './video-download-job.js';
import { VideoDownloads } from './video-downloads.service.js';
import { VideoLookup } from './video-lookup.js';
import { VideoMetadata } from './video-metadata.js';

/** Downloads videos, chats and clips that sites keep into the library. */
@Module({
  imports: [
    JobsModule,
    LibraryModule,
    ChannelModule,
    ClipModule,
    VodModule,
    RecordingsModule,
    SettingsModule,
    SiteRegistryModule,
    VodsModule,
    WorkflowsModule,
  ],
  controllers: [ChatImportsController, DownloadController, SiteLookupController, ClipAndChatJobsController],
  providers: [
    ChatDownloadJob,
    ChatDumpJob,
    ChatImports,
    ChatRepair,
    ClipDownloadJob,
    DumpedChannels,
    SiteCopyJob,
    SiteItems,
    SiteLookup,
    SiteViewer,
    VideoDownloadJob,
    VideoDownloads,
    VideoLookup,
    VideoMetadata,
  ],
  exports: [ChatDownloadJob, ChatRepair, ClipDownloadJob, SiteCopyJob, SiteViewer],
})
export class DownloadModule {}
