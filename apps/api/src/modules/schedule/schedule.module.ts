import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { CleanupModule } from '../cleanup/cleanup.module.js';
import { DownloadModule } from '../download/download.module.js';
import { SiteVodModule } from '../site-vod/site-vod.module.js';
import { BackupJob } from './backup-job.js';
import { ClipScheduleJob } from './clip-schedule-job.js';
import { Schedules } from './schedules.service.js';
import { VerifyFilesJob } from './verify-files-job.js';

/** What runs on time, and what it does. */
@Module({
  imports: [JobsModule, SettingsModule, SiteRegistryModule, CleanupModule, DownloadModule, SiteVodModule],
  providers: [BackupJob, ClipScheduleJob, Schedules, VerifyFilesJob],
  exports: [Schedules],
})
export class ScheduleModule {}
