import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { SpaceModule } from '../space/space.module.js';
import { LocalVideoScan } from './local-video-scan.js';
import { LocalVideos } from './local-videos.service.js';
import { StrayFiles } from './stray-files.js';

@Module({
  imports: [SettingsModule, SpaceModule],
  providers: [LocalVideoScan, LocalVideos, StrayFiles],
  exports: [LocalVideoScan, LocalVideos],
})
export class LocalVideoModule {}
