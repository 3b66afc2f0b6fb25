import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { ChannelModule } from '../channel/channel.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { VodsModule } from '../../vods/vods.module.js';
import { SiteVodChecks } from './site-vod-checks.js';
import { SiteVodController } from './site-vod.controller.js';
import { SiteVods } from './site-vods.service.js';

/** What sites keep of our VODs. */
@Module({
  imports: [JobsModule, ChannelModule, SiteRegistryModule, VodsModule],
  controllers: [SiteVodController],
  providers: [SiteVodChecks, SiteVods],
  exports: [SiteVodChecks],
})
export class SiteVodModule {}
