import { Module } from '@nestjs/common';
import { DetectionModule } from '../../detection/detection.module.js';
import { JobsModule } from '../../jobs/jobs.module.js';
import { RecordingsModule } from '../../recordings/recordings.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { SiteRegistryModule } from '../../sites/site-registry.module.js';
import { CleanupModule } from '../cleanup/cleanup.module.js';
import { DownloadModule } from '../download/download.module.js';
import { SiteVodModule } from '../site-vod/site-vod.module.js';
import { VodsModule } from '../../vods/vods.module.js';
import { VodModule } from '../vod/vod.module.js';
import { BackupJob } from './backup-job.js';
import { ClipScheduleJob } from './clip-schedule-job.js';
import { ClipObjects } from './clip-objects.js';
import { DamagedObjects } from './damaged-objects.js';
import { ObjectCheck } from './object-check.js';
import { Schedules } from './schedules.service.js';
import { SelfTestChannel } from './self-test-channel.js';
import { SelfTestJob } from './self-test-job.js';
import { VerifyFilesJob } from './verify-files-job.js';
import { VodObjects } from './vod-objects.js';

/** What runs on time, and what it does. */
@Module({
  imports: [
    JobsModule,
    SettingsModule,
    SiteRegistryModule,
    CleanupModule,
    DownloadModule,
    SiteVodModule,
    VodsModule,
    DetectionModule,
    RecordingsModule,
    VodModule,
  ],
  providers: [
    BackupJob,
    ClipObjects,
    ClipScheduleJob,
    DamagedObjects,
    ObjectCheck,
    Schedules,
    SelfTestChannel,
    SelfTestJob,
    VerifyFilesJob,
    VodObjects,
  ],
  exports: [Schedules],
})
export class ScheduleModule {}
