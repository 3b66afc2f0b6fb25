import { Module } from '@nestjs/common';
import { ChannelNews } from '../live-watch/channel-news.js';
import { ChannelNotes } from '../live-watch/channel-notes.js';
import { ChannelRefresh } from '../live-watch/channel-refresh.js';
import { ForcedRecording } from '../live-watch/forced-recording.js';
import { AskedLive } from '../live-watch/asked-live.js';
import { LiveWatch } from '../live-watch/live-watch.js';
import { Renames } from '../live-watch/renames.js';
import { SiteFacts } from '../live-watch/site-facts.js';
import { SiteWord } from '../live-watch/site-word.js';
import { OneBroadcast } from '../live-watch/one-broadcast.js';
import { StreamIds } from '../live-watch/stream-ids.js';
import { HistoryRepository } from '../modules/history/history.repository.js';
import { NoticeRepository } from '../modules/notice/notice.repository.js';
import { Notices } from '../modules/notice/notices.service.js';
import { NamingModule } from '../modules/naming/naming.module.js';
import { SettingsModule } from '../modules/settings/settings.module.js';
import { Story } from '../story/story.js';
import { CouldNotRecord } from '../watchdog/could-not-record.js';
import { DetectionWatchdog } from '../watchdog/detection-watchdog.js';
import { ChatFileJob } from '../chat/chat-file-job.js';
import { ChildJobs } from '../worker-jobs/child-jobs.js';
import { JobDispatcher } from '../worker-jobs/job-dispatcher.js';
import { WorkerJobs } from '../worker-jobs/worker-jobs.js';
import { WorkerJobsController } from '../worker-jobs/worker-jobs.controller.js';
import { ConvertJob } from './convert-job.js';
import { VodFiles } from './vod-files.js';
import { Assignments } from './assignments.js';
import { DeadLetterBell } from './dead-letter-bell.js';
import { DueObjects } from './due-objects.js';
import { Endings } from './endings.js';
import { GivenUpSegments } from './given-up-segments.js';
import { LiveGaps } from './live-gaps.js';
import { LostRecorders } from './lost-recorders.js';
import { Manifests } from './manifests.js';
import { PartRows } from './part-rows.js';
import { Reconcile } from './reconcile.js';
import { RecordingController } from './recording.controller.js';
import { Recording } from './recording.js';
import { Relay } from './relay.js';
import { StreamEnds } from './stream-ends.js';
import { Sweeper } from './sweeper.js';
import { Tombstones } from './tombstones.js';
import { WorkflowGate } from './workflow-gate.js';

const WORK = [
  ChatFileJob,
  ChildJobs,
  ConvertJob,
  JobDispatcher,
  VodFiles,
  WorkerJobs,
  Assignments,
  CouldNotRecord,
  DetectionWatchdog,
  SiteFacts,
  AskedLive,
  ChannelNews,
  ChannelNotes,
  ChannelRefresh,
  ForcedRecording,
  HistoryRepository,
  Notices,
  NoticeRepository,
  OneBroadcast,
  Renames,
  Story,
  StreamIds,
  DeadLetterBell,
  DueObjects,
  Endings,
  GivenUpSegments,
  LiveGaps,
  LiveWatch,
  LostRecorders,
  Manifests,
  PartRows,
  Reconcile,
  Recording,
  Relay,
  SiteWord,
  StreamEnds,
  Sweeper,
  Tombstones,
  WorkflowGate,
];

/** What follows what: facts in, derived state, assignments and commands out. */
@Module({
  imports: [NamingModule, SettingsModule],
  controllers: [RecordingController, WorkerJobsController],
  providers: WORK,
  exports: WORK,
})
export class WorkflowsModule {}
