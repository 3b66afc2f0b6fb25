import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { ChannelModule } from '../channel/channel.module.js';
import { NamingModule } from '../naming/naming.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { VodModule } from '../vod/vod.module.js';
import { CopyDownloads } from './copy-downloads.service.js';
import { DownloadEventsController } from './download-events.controller.js';
import { DownloadFacts } from './download-facts.js';
import { DownloadRounds } from './download-rounds.js';
import { DownloadController } from './download.controller.js';
import { SiteViewer } from './site-viewer.js';
import { StoppedVideos } from './stopped-videos.js';
import { VideoActs } from './video-acts.js';
import { VideoDownloads } from './video-downloads.service.js';
import { VideoFacts } from './video-facts.js';
import { VideoLooks } from './video-looks.js';
import { VideoStory } from './video-story.js';

/** What sites keep of the past, fetched into the library. */
@Module({
  imports: [ChannelModule, NamingModule, SettingsModule, VodModule, WorkflowsModule], controllers: [DownloadController, DownloadEventsController],
  providers: [CopyDownloads, DownloadFacts, DownloadRounds, SiteViewer, StoppedVideos, VideoActs, VideoDownloads, VideoFacts, VideoLooks, VideoStory],
})
export class DownloadModule {}
