import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { SiteVodChecks } from './site-vod-checks.js';
import { SiteVodRepository } from './site-vod.repository.js';
import { SiteVods } from './site-vods.service.js';

/** What sites keep of our VODs. */
@Module({
  imports: [WorkflowsModule],
  providers: [SiteVodChecks, SiteVodRepository, SiteVods],
  exports: [SiteVodChecks, SiteVods],
})
export class SiteVodModule {}
