import { Module } from '@nestjs/common';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SiteRegistryModule } from '../sites/site-registry.module.js';
import { FreeSpaceModule } from '../space/free-space.module.js';
import { VodsModule } from '../vods/vods.module.js';
import { LiveStatusProbe } from './live-status-probe.js';
import { LiveStatusHandler } from './live-status-handler.js';
import { ChannelStatusWriter } from './channel-status-writer.js';
import { ChannelRefresh } from './channel-refresh.js';
import { DetectionWatchdog } from './detection-watchdog.js';
import { ForcedRecording } from './forced-recording.js';
import { LiveWatch } from './live-watch.js';
import { RecorderReads } from './recorder-reads.js';
import { EarlierBroadcasts } from './supersede-earlier-broadcast.js';
import { SiteRenames } from './site-renames.js';
import { ChannelProfiles } from './channel-profiles.js';
import { LastKnownLiveStatus } from './last-known-live-status.js';
import { StreamIds } from './stream-ids.js';

/** Detects which channels are live and starts their recordings. */
@Module({
  imports: [FreeSpaceModule, RecordingsModule, SettingsModule, SiteRegistryModule, VodsModule],
  providers: [
    LiveStatusProbe,
    LiveStatusHandler,
    ChannelStatusWriter,
    ChannelRefresh,
    DetectionWatchdog,
    ForcedRecording,
    LiveWatch,
    RecorderReads,
    EarlierBroadcasts,
    SiteRenames,
    ChannelProfiles,
    LastKnownLiveStatus,
    StreamIds,
  ],
  exports: [LiveStatusHandler, ChannelRefresh, ForcedRecording, LiveWatch, SiteRenames, LastKnownLiveStatus],
})
export class DetectionModule {}
