import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { SpaceModule } from '../space/space.module.js';
import { LocalVideoRounds } from './local-video-rounds.js';
import { LocalVideos } from './local-videos.service.js';
import { StrayFiles } from './stray-files.js';

@Module({
  imports: [SettingsModule, SpaceModule],
  providers: [LocalVideoRounds, LocalVideos, StrayFiles],
  exports: [LocalVideoRounds, LocalVideos],
})
export class LocalVideoModule {}
