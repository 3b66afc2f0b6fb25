import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { ChannelModule } from '../channel/channel.module.js';
import { ClipModule } from '../clip/clip.module.js';
import { NamingModule } from '../naming/naming.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { VodModule } from '../vod/vod.module.js';
import { AskedVideos } from './asked-videos.service.js';
import { ChatDownloads } from './chat-downloads.service.js';
import { ChatDumpFiles } from './chat-dump-files.js';
import { ChatDumps } from './chat-dumps.service.js';
import { ChatFiles } from './chat-files.js';
import { ChatImportsController } from './chat-imports.controller.js';
import { ChatImports } from './chat-imports.service.js';
import { ClipDownloads } from './clip-downloads.service.js';
import { ClipFiles } from './clip-files.js';
import { CopyDownloads } from './copy-downloads.service.js';
import { DownloadEventsController } from './download-events.controller.js';
import { DownloadFacts } from './download-facts.js';
import { DownloadRounds } from './download-rounds.js';
import { DownloadController } from './download.controller.js';
import { DumpedChannels } from './dumped-channels.js';
import { FetchedChats } from './fetched-chats.js';
import { GivenUpDownloads } from './given-up-downloads.js';
import { SiteItems } from './site-items.service.js';
import { SiteLooksController } from './site-looks.controller.js';
import { SiteLooks } from './site-looks.service.js';
import { SmallActs } from './small-acts.js';
import { SmallDownloadsController } from './small-downloads.controller.js';
import { StoppedVideos } from './stopped-videos.js';
import { VideoActs } from './video-acts.js';
import { VideoDownloads } from './video-downloads.service.js';
import { VideoFacts } from './video-facts.js';
import { VideoLooks } from './video-looks.js';
import { VideoStory } from './video-story.js';

/** What sites keep of the past, fetched into the library. */
@Module({
  imports: [ChannelModule, ClipModule, NamingModule, SettingsModule, VodModule, WorkflowsModule],
  controllers: [
    ChatImportsController,
    DownloadController,
    DownloadEventsController,
    SiteLooksController,
    SmallDownloadsController,
  ],
  providers: [
    AskedVideos,
    ChatDownloads,
    ChatDumpFiles,
    ChatDumps,
    ChatFiles,
    ChatImports,
    ClipDownloads,
    ClipFiles,
    CopyDownloads,
    DownloadFacts,
    DownloadRounds,
    DumpedChannels,
    FetchedChats,
    GivenUpDownloads,
    SiteItems,
    SiteLooks,
    SmallActs,
    StoppedVideos,
    VideoActs,
    VideoDownloads,
    VideoFacts,
    VideoLooks,
    VideoStory,
  ],
})
export class DownloadModule {}
