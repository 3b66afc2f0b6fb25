import { type EVENTS, type Payload } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { failedNote, startedNote } from '../../workflows/job-notes.js';
import { ChatFiles } from './chat-files.js';
import { ChatDumpFiles } from './chat-dump-files.js';
import { ClipFiles } from './clip-files.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';
import { DownloadRounds } from './download-rounds.js';
import { VideoFacts } from './video-facts.js';

type Started = Payload<typeof EVENTS.downloadStarted>;
type Failed = Payload<typeof EVENTS.downloadFailed>;

/**
 * What follows from recorders' facts about downloads of any kind. Facts of a try that was stopped or replaced change
 * nothing.
 */
@Injectable()
export class DownloadFacts {
  constructor(
    private readonly jobs: DownloadJobs,
    private readonly rounds: DownloadRounds,
    private readonly videos: VideoFacts,
    private readonly chats: ChatFiles,
    private readonly dumps: ChatDumpFiles,
    private readonly clips: ClipFiles,
    private readonly bell: UiBell,
  ) {}

  async started(e: Started): Promise<void> {
    const current = await this.jobs.currentOfAny(e);
    if (!current) {
      this.bell.dropTry(e);
      return;
    }
    await this.jobs.note(e.jobName, startedNote(e));
    if (current.video) await this.videos.started(current.video);
  }

  async failed(e: Failed): Promise<void> {
    const current = await this.jobs.currentOfAny(e);
    if (!current) return;
    if (current.video) await this.videos.failed(current.video, e);
    else await this.jobs.note(e.jobName, failedNote(e));
    this.rounds.wake();
  }

  async grown(e: Payload<typeof EVENTS.videoProgress>): Promise<void> {
    const command = await this.videoOf(e);
    if (command) await this.videos.grown(command, e.bytes);
  }

  async video(e: Payload<typeof EVENTS.videoDownloaded>): Promise<void> {
    const command = await this.videoOf(e);
    if (command) await this.videos.done(command, e);
    this.rounds.wake();
  }

  async chat(e: Payload<typeof EVENTS.chatDownloaded>): Promise<void> {
    const current = await this.jobs.current('chat-download', e);
    if (current) await this.chats.done(current.command, e);
    this.rounds.wake();
  }

  async dump(e: Payload<typeof EVENTS.chatDumped>): Promise<void> {
    await this.dumps.told(e);
  }

  async clip(e: Payload<typeof EVENTS.clipDownloaded>): Promise<void> {
    const current = await this.jobs.current('clip-download', e);
    if (current) await this.clips.done(current.command, e);
    this.rounds.wake();
  }

  private async videoOf(e: Pick<Started, 'jobName' | 'attempt'>): Promise<DownloadCommand<'download'> | null> {
    return (await this.jobs.current('download', e))?.command ?? null;
  }
}
