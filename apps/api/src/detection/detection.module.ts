import { Module } from '@nestjs/common';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SiteRegistryModule } from '../sites/site-registry.module.js';
import { VodsModule } from '../vods/vods.module.js';
import { AskedLive } from './asked-live.js';
import { ChannelNews } from './channel-news.js';
import { ChannelNotes } from './channel-notes.js';
import { ChannelRefresh } from './channel-refresh.js';
import { DetectionWatchdog } from './detection-watchdog.js';
import { ForcedRecording } from './forced-recording.js';
import { LiveWatch } from './live-watch.js';
import { OneBroadcast } from './one-broadcast.js';
import { Renames } from './renames.js';
import { SiteFacts } from './site-facts.js';
import { SiteWord } from './site-word.js';
import { StreamIds } from './stream-ids.js';

/** Which channels are live, and what follows for them. */
@Module({
  imports: [RecordingsModule, SettingsModule, SiteRegistryModule, VodsModule],
  providers: [
    AskedLive,
    ChannelNews,
    ChannelNotes,
    ChannelRefresh,
    DetectionWatchdog,
    ForcedRecording,
    LiveWatch,
    OneBroadcast,
    Renames,
    SiteFacts,
    SiteWord,
    StreamIds,
  ],
  exports: [ChannelNews, ChannelRefresh, ForcedRecording, LiveWatch, Renames, SiteWord],
})
export class DetectionModule {}
