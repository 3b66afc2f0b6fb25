import { Module } from '@nestjs/common';
import { DetectionModule } from '../detection/detection.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { LibraryModule } from '../library/library.module.js';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SiteRegistryModule } from '../sites/site-registry.module.js';
import { VodsModule } from '../vods/vods.module.js';
import { ChatFileJob } from './chat-file-job.js';
import { ConvertJob } from './convert-job.js';
import { UnstoredParts } from './unstored-parts.js';
import { UnrecordedStreams } from './unrecorded-streams.js';
import { EndDetector } from './end-detector.js';
import { SegmentRetention } from './segment-retention.js';
import { Manifests } from './manifests.js';
import { MissingRecorder } from './missing-recorder.js';
import { Reconcile } from './reconcile.js';
import { RecordingController } from './recording.controller.js';
import { Sealing } from './sealing.js';
import { StagePlan } from './stage-plan.js';
import { StandbyRecorders } from './standby-recorders.js';
import { Sweeper } from './sweeper.js';
import { Tombstones } from './tombstones.js';
import { VodFiles } from './vod-files.js';
import { VodSideFiles } from './vod-side-files.js';
import { VodStages } from './vod-stages.js';

/** Work that starts from events and timers, not from requests. */
@Module({
  imports: [
    DetectionModule,
    JobsModule,
    LibraryModule,
    RecordingsModule,
    SettingsModule,
    SiteRegistryModule,
    VodsModule,
  ],
  controllers: [RecordingController],
  providers: [
    ChatFileJob,
    ConvertJob,
    UnrecordedStreams,
    EndDetector,
    SegmentRetention,
    Manifests,
    MissingRecorder,
    Reconcile,
    Sealing,
    StagePlan,
    StandbyRecorders,
    Sweeper,
    Tombstones,
    UnstoredParts,
    VodFiles,
    VodSideFiles,
    VodStages,
  ],
  exports: [
    ChatFileJob,
    ConvertJob,
    SegmentRetention,
    Reconcile,
    Sweeper,
    Tombstones,
    VodFiles,
    VodSideFiles,
    VodStages,
  ],
})
export class WorkflowsModule {}
