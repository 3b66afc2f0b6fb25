import { type JobInput, type JobInterim, videoDownloadJob } from '#libs/contracts';
import { type Message, message } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import {
  requestedInput,
  inputOf,
  type JobChange,
  type JobReport,
  type JobStatusChange,
  type WorkerJobStage,
} from '../../jobs/worker-job-stage.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { PartRows } from '../../recordings/part-rows.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { JOB_MISSING } from '../../jobs/job-faults.js';
import { type JobEntity } from '../../persistence/entities/job.entity.js';
import { Settings } from '../../settings/settings.service.js';
import { DeleteVod } from '../vod/delete-vod.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { downloadQueue } from './download-queue.js';
import { SiteViewer } from './site-viewer.js';
import { VIDEO_STAGE, VideoDownloads } from './video-downloads.service.js';
import { VideoLookup } from './video-lookup.js';
import { VideoMetadata } from './video-metadata.js';

type Report = JobReport<typeof videoDownloadJob>;

/** Downloads a video from its site as the only part of a new VOD. */
@Injectable()
export class VideoDownloadJob implements WorkerJobStage<typeof videoDownloadJob, void> {
  readonly name = VIDEO_STAGE.name;
  readonly kind = 'download';
  readonly def = videoDownloadJob;
  readonly locksVod = 'always';
  readonly queue = downloadQueue(this.settings);
  private readonly log = new Logger('download');

  constructor(
    jobs: WorkerJobs,
    private readonly settings: Settings,
    private readonly videos: VideoDownloads,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    private readonly partRows: PartRows,
    private readonly metadata: VideoMetadata,
    private readonly viewer: SiteViewer,
    private readonly deletion: DeleteVod,
    private readonly lookup: VideoLookup,
  ) {
    jobs.register(this);
  }

  statusChanged(status: JobStatusChange, { job, vod, reason }: JobChange & { reason: Message | null }): boolean {
    if (!isCurrentDownload(vod, job)) return status === 'stopped';
    const state = { started: 'running', waiting: 'queued', failed: 'failed', stopped: 'failed' } as const;
    vod.download = {
      ...vod.download,
      state: state[status],
      reason: status === 'stopped' ? message('vod.download-stopped') : reason,
    };
    // The job outlives the deletion of its VOD, so that it can be retried.
    if (status === 'stopped') job.vodUuid = null;
    return true;
  }

  /** Saves the size of the stored segments during the download; it also stays if the download never completes. */
  async interim({ bytes }: JobInterim<typeof videoDownloadJob>, { vodUuid, attempt }: JobEntity): Promise<void> {
    if (vodUuid === null) return;
    await this.writer.update(vodUuid, (row) => {
      if (row.download?.attempt !== attempt || row.download.state === 'done' || bytes <= row.bytes) return false;
      row.bytes = bytes;
      return true;
    });
  }

  /** Reloads the chapters: a broadcast that continued during the download has new ones. */
  async prepare(job: JobEntity): Promise<void> {
    const input = inputOf(VIDEO_STAGE, job);
    if (!input) return;
    await this.partRows.readOne(input.vodUuid, input.partId);
    const vod = await this.vods.find(input.vodUuid);
    if (vod) await this.metadata.refresh(vod, input);
  }

  done({ result: { mediaMs, missingMs, bytes } }: Report, { job, vod }: JobChange) {
    if (!isCurrentDownload(vod, job)) return Promise.resolve(false as const);
    vod.download = { ...vod.download, state: 'done', reason: null };
    vod.endedAt = new Date(Math.max(vod.endedAt?.getTime() ?? 0, vod.startedAt.getTime() + mediaMs + missingMs));
    this.log.log(`${vod.basename}: downloaded (${Math.round(mediaMs / 1000)} s)`);
    return Promise.resolve({
      say: message('job.finished-s-mb', { s: Math.round(mediaMs / 1000), mb: Math.round(bytes / 1e6) }),
    });
  }

  refreshInput(input: JobInput<typeof videoDownloadJob>): Promise<JobInput<typeof videoDownloadJob>> {
    return this.viewer.refresh(input);
  }

  /** Deletes an incomplete VOD with all its segments. A VOD that the operator protected in the meantime stays. */
  async stopped(job: JobEntity): Promise<void> {
    const input = inputOf(VIDEO_STAGE, job);
    const vod = input && (await this.vods.find(input.vodUuid));
    if (vod?.download?.attempt === job.attempt && vod.download.state === 'failed' && !vod.preventDeletion)
      await this.deletion.deleteInBackground(vod.uuid);
  }

  /** Starts over if the VOD was deleted, by the cancellation or by the operator. */
  async retry(job: JobEntity): Promise<void> {
    const input = requestedInput(VIDEO_STAGE, job);
    if (!input) throw JOB_MISSING(job.name);
    const { vodUuid, partId, channelUuid, videoId, qualities, fromMs, toMs } = input;
    if ((await this.vods.find(vodUuid))?.download?.partId === partId) {
      await this.videos.continueDownload(job, input);
      return;
    }
    const found = await this.lookup.ofChannel(channelUuid, videoId);
    if (!found) throw JOB_MISSING(job.name);
    await this.videos.begin(found.channel, found.video, { quality: qualities[0] ?? 'best', fromMs, toMs });
  }
}

/** A completed download does not change any more. */
function isCurrentDownload(
  vod: VodEntity | null,
  { attempt }: JobEntity,
): vod is VodEntity & { download: NonNullable<VodEntity['download']> } {
  return vod?.download?.attempt === attempt && vod.download.state !== 'done';
}
