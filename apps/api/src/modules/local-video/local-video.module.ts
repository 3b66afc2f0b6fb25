import { Module } from '@nestjs/common';
import { ProbeModule } from '../probe/probe.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { LocalVideoScan } from './local-video-scan.js';
import { LocalVideos } from './local-videos.service.js';
import { StrayFiles } from './stray-files.js';

@Module({
  imports: [ProbeModule, SettingsModule],
  providers: [LocalVideoScan, LocalVideos, StrayFiles],
  exports: [LocalVideos],
})
export class LocalVideoModule {}
