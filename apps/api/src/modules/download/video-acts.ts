import { Injectable } from '@nestjs/common';
import { type JobEntity } from '../job/job.entity.js';
import { JOB_MISSING } from '../job/job-faults.js';
import { type JobActs, JobKinds } from '../job/job-kinds.js';
import { JobRepository } from '../job/job.repository.js';
import { CopyFiles } from './copy-files.js';
import { CopyDownloads } from './copy-downloads.service.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';
import { StoppedVideos } from './stopped-videos.js';
import { VideoDownloads } from './video-downloads.service.js';
import { VideoLooks } from './video-looks.js';

type Command = DownloadCommand<'download'>;

/** A download of a video that the operator stops, or wants once more. */
@Injectable()
export class VideoActs implements JobActs {
  constructor(
    kinds: JobKinds,
    private readonly jobs: DownloadJobs,
    private readonly rows: JobRepository,
    private readonly videos: VideoDownloads,
    private readonly copies: CopyDownloads,
    private readonly copyFiles: CopyFiles,
    private readonly stopped: StoppedVideos,
    private readonly looks: VideoLooks,
  ) {
    kinds.register('download', this);
  }

  /** A VOD that is not whole goes with all that was fetched; its job stays, and can be asked for again. */
  async cancel(job: JobEntity): Promise<void> {
    const command = this.jobs.commandOf('download', job);
    if (!command) return;
    if (command.place === 'copy') {
      await this.copyFiles.drop(command.vodUuid);
      return;
    }
    await this.rows.change(job.name, (row) => {
      row.vodUuid = null;
      return true;
    });
    await this.stopped.remove(command);
  }

  async retry(job: JobEntity): Promise<void> {
    const command = this.jobs.commandOf('download', job);
    if (!command) throw JOB_MISSING(job.name);
    if (command.place === 'copy') await this.copies.again(command);
    else if (await this.stopped.isThere(command)) await this.videos.again(command);
    else await this.anew(command, job);
  }

  /** Its VOD went when it was stopped, or by hand. */
  private async anew(command: Command, job: JobEntity): Promise<void> {
    const channel = await this.stopped.channelOf(command);
    if (!channel) throw JOB_MISSING(job.name);
    await this.videos.begin(channel, await this.looks.video(channel, command.videoId), {
      quality: command.qualities[0] ?? 'best',
      fromMs: command.fromMs,
      toMs: command.toMs,
    });
  }
}
