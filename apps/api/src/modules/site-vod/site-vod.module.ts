import { Module } from '@nestjs/common';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { SiteVodChecks } from './site-vod-checks.js';
import { SiteVods } from './site-vods.service.js';

/** What sites keep of our VODs. */
@Module({ imports: [WorkflowsModule], providers: [SiteVodChecks, SiteVods], exports: [SiteVodChecks, SiteVods] })
export class SiteVodModule {}
