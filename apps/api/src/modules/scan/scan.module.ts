import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { ChannelModule } from '../channel/channel.module.js';
import { ClipModule } from '../clip/clip.module.js';
import { LocalVideoModule } from '../local-video/local-video.module.js';
import { NamingModule } from '../naming/naming.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SpaceModule } from '../space/space.module.js';
import { VodModule } from '../vod/vod.module.js';
import { ChannelStubs } from './channel-stubs.js';
import { LostLibrary } from './lost-library.js';
import { OrphanVod } from './orphan-vod.js';
import { RepairVod } from './repair-vod.js';
import { RestoreVod } from './restore-vod.js';
import { ScanController } from './scan.controller.js';
import { ScanRepository } from './scan.repository.js';
import { Scans } from './scans.service.js';
import { StoredClips } from './stored-clips.js';
import { StoredManifests } from './stored-manifests.js';
import { StoredVods } from './stored-vods.js';

/** The library from what lies on storage. */
@Module({
  imports: [
    ChannelModule,
    ClipModule,
    HttpModule,
    LocalVideoModule,
    NamingModule,
    SettingsModule,
    SpaceModule,
    VodModule,
    WorkflowsModule,
  ],
  controllers: [ScanController],
  providers: [
    ChannelStubs,
    LostLibrary,
    OrphanVod,
    RepairVod,
    RestoreVod,
    ScanRepository,
    Scans,
    StoredClips,
    StoredManifests,
    StoredVods,
  ],
  exports: [Scans],
})
export class ScanModule {}
