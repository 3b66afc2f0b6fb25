import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { LibraryModule } from '../library/library.module.js';
import { FreeSpaceModule } from '../space/free-space.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SiteRegistryModule } from '../sites/site-registry.module.js';
import { VodsModule } from '../vods/vods.module.js';
import { Assignments } from './assignments.js';
import { LiveGaps } from './live-gaps.js';
import { ExpiredRecorders } from './expired-recorders.js';
import { Isolation } from './isolation.js';
import { PartRows } from './part-rows.js';
import { Recording } from './recording.js';
import { SpacePause } from './space-pause.js';
import { StreamEndTime } from './stream-end-time.js';

/** The lifecycle of a recording. */
@Module({
  imports: [FreeSpaceModule, JobsModule, LibraryModule, SettingsModule, SiteRegistryModule, VodsModule],
  providers: [Assignments, LiveGaps, ExpiredRecorders, Isolation, PartRows, Recording, SpacePause, StreamEndTime],
  exports: [Assignments, LiveGaps, ExpiredRecorders, Isolation, PartRows, Recording],
})
export class RecordingsModule {}
