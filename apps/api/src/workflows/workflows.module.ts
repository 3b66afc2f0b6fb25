import { Module } from '@nestjs/common';
import { ChatActs } from '../chat/chat-acts.js';
import { ChatEventsController } from '../chat/chat-events.controller.js';
import { ChatFacts } from '../chat/chat-facts.js';
import { ChatFinishing } from '../chat/chat-finishing.js';
import { ChatQueue } from '../chat/chat-queue.js';
import { ChatRows } from '../chat/chat-rows.js';
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
import { CopyConversion } from '../modules/download/copy-conversion.js';
import { CopyFiles } from '../modules/download/copy-files.js';
import { DownloadJobs } from '../modules/download/download-jobs.js';
import { SiteViewer } from '../modules/download/site-viewer.js';
import { NoticeRepository } from '../modules/notice/notice.repository.js';
import { Notices } from '../modules/notice/notices.service.js';
import { NamingModule } from '../modules/naming/naming.module.js';
import { SettingsModule } from '../modules/settings/settings.module.js';
import { Story } from '../story/story.js';
import { CouldNotRecord } from '../watchdog/could-not-record.js';
import { DetectionWatchdog } from '../watchdog/detection-watchdog.js';
import { Assignments } from './assignments.js';
import { ConversionActs } from './conversion-acts.js';
import { ConversionReceipts } from './conversion-receipts.js';
import { ConvertQueue } from './convert-queue.js';
import { ConverterJobs } from './converter-jobs.js';
import { Converting } from './converting.js';
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
import { ReplacedFiles } from './replaced-files.js';
import { Sealing } from './sealing.js';
import { StreamEnds } from './stream-ends.js';
import { Sweeper } from './sweeper.js';
import { Tombstones } from './tombstones.js';
import { WorkflowGate } from './workflow-gate.js';

const CHAT = [ChatActs, ChatFacts, ChatFinishing, ChatQueue, ChatRows];
const WORK = [
  ...CHAT,
  Assignments,
  CouldNotRecord,
  DetectionWatchdog,
  SiteFacts,
  ConverterJobs,
  ConvertQueue,
  CopyConversion,
  CopyFiles,
  DownloadJobs,
  SiteViewer,
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
  ConversionActs,
  ConversionReceipts,
  Converting,
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
  ReplacedFiles,
  Sealing,
  SiteWord,
  StreamEnds,
  Sweeper,
  Tombstones,
  WorkflowGate,
];

/** What follows what: facts in, derived state, assignments and commands out. */
@Module({
  imports: [NamingModule, SettingsModule],
  controllers: [ChatEventsController, RecordingController],
  providers: WORK,
  exports: WORK,
})
export class WorkflowsModule {}
