import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { LibraryModule } from '../../library/library.module.js';
import { ChannelModule } from '../channel/channel.module.js';
import { ClipModule } from '../clip/clip.module.js';
import { LocalVideoModule } from '../local-video/local-video.module.js';
import { VodModule } from '../vod/vod.module.js';
import { RecordingsModule } from '../../recordings/recordings.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { VodsModule } from '../../vods/vods.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { ChannelStubs } from './channel-stubs.js';
import { LostLibrary } from './lost-library.js';
import { OrphanVod } from './orphan-vod.js';
import { RepairVod } from './repair-vod.js';
import { RestoreVod } from './restore-vod.js';
import { ScanController } from './scan.controller.js';
import { Scans } from './scans.service.js';
import { StoredClips } from './stored-clips.js';
import { StoredManifests } from './stored-manifests.js';
import { StoredVods } from './stored-vods.js';

/** Restores the library from storage. */
@Module({
  imports: [
    JobsModule,
    LibraryModule,
    ChannelModule,
    ClipModule,
    LocalVideoModule,
    VodModule,
    RecordingsModule,
    SettingsModule,
    SiteRegistryModule,
    VodsModule,
    WorkflowsModule,
  ],
  controllers: [ScanController],
  providers: [
    ChannelStubs,
    LostLibrary,
    OrphanVod,
    RepairVod,
    RestoreVod,
    Scans,
    StoredClips,
    StoredManifests,
    StoredVods,
  ],
})
export class ScanModule {}
