import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { ChannelModule } from '../channel/channel.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { VodsModule } from '../../vods/vods.module.js';
import { SiteVodCheckJob } from './site-vod-check-job.js';
import { SiteVodController } from './site-vod.controller.js';
import { SiteVodCheckService } from './site-vod-check.service.js';

/** Checks Vodkeep's VODs against the videos at their sites. */
@Module({
  imports: [JobsModule, ChannelModule, SiteRegistryModule, VodsModule],
  controllers: [SiteVodController],
  providers: [SiteVodCheckJob, SiteVodCheckService],
  exports: [SiteVodCheckJob, SiteVodCheckService],
})
export class SiteVodModule {}
