import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { LibraryModule } from '../library/library.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SiteRegistryModule } from '../sites/site-registry.module.js';
import { VodsModule } from '../vods/vods.module.js';
import { Assignments } from './assignments.js';
import { LiveGaps } from './live-gaps.js';
import { ExpiredRecorders } from './expired-recorders.js';
import { Isolation } from './isolation.js';
import { PartRows } from './part-rows.js';
import { Recording } from './recording.js';
import { StreamEndTime } from './stream-end-time.js';

/** The lifecycle of a recording. */
@Module({
  imports: [JobsModule, LibraryModule, SettingsModule, SiteRegistryModule, VodsModule],
  providers: [Assignments, LiveGaps, ExpiredRecorders, Isolation, PartRows, Recording, StreamEndTime],
  exports: [Assignments, LiveGaps, ExpiredRecorders, Isolation, PartRows, Recording],
})
export class RecordingsModule {}
