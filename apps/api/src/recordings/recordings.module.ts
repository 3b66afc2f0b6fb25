import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { LibraryModule } from '../library/library.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SiteRegistryModule } from '../sites/site-registry.module.js';
import { VodsModule } from '../vods/vods.module.js';
import { Assignments } from './assignments.js';
import { LiveGaps } from './live-gaps.js';
import { LostRecorders } from './lost-recorders.js';
import { PartRows } from './part-rows.js';
import { Recording } from './recording.js';
import { StreamEnds } from './stream-ends.js';

/** The lifecycle of a recording. */
@Module({
  imports: [JobsModule, LibraryModule, SettingsModule, SiteRegistryModule, VodsModule],
  providers: [Assignments, LiveGaps, LostRecorders, PartRows, Recording, StreamEnds],
  exports: [Assignments, LiveGaps, LostRecorders, PartRows, Recording],
})
export class RecordingsModule {}
