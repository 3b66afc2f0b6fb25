import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { type JobEntity } from '../job/job.entity.js';
import { JOB_MISSING } from '../job/job-faults.js';
import { JobKinds } from '../job/job-kinds.js';
import { ChatDownloads } from './chat-downloads.service.js';
import { ClipDownloads } from './clip-downloads.service.js';
import { ClipFiles } from './clip-files.js';
import { DownloadJobs } from './download-jobs.js';

/** Downloads of chats and clips that the operator stops, or wants once more. A stop leaves nothing. */
@Injectable()
export class SmallActs {
  constructor(
    kinds: JobKinds,
    private readonly jobs: DownloadJobs,
    private readonly chats: ChatDownloads,
    private readonly clips: ClipDownloads,
    private readonly clipFiles: ClipFiles,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    kinds.register('chat-download', { cancel: (job) => this.dropChat(job), retry: (job) => this.chatAgain(job) });
    kinds.register('clip-download', { cancel: (job) => this.dropClip(job), retry: (job) => this.clipAgain(job) });
  }

  private async dropChat(job: JobEntity): Promise<void> {
    const command = this.jobs.commandOf('chat-download', job);
    if (command) await this.storage.deletePrefix(command.workPrefix);
  }

  private async chatAgain(job: JobEntity): Promise<void> {
    const command = this.jobs.commandOf('chat-download', job);
    if (!command) throw JOB_MISSING(job.name);
    await this.chats.again(command);
  }

  private async dropClip(job: JobEntity): Promise<void> {
    const command = this.jobs.commandOf('clip-download', job);
    if (command) await this.clipFiles.drop(command);
  }

  private async clipAgain(job: JobEntity): Promise<void> {
    const command = this.jobs.commandOf('clip-download', job);
    if (!command) throw JOB_MISSING(job.name);
    await this.clips.again(command);
  }
}
