import { type JobInput, objectKeys, videoDownloadJob } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message, verbatim } from '#libs/messages';
import { type PastVideo } from '#libs/providers';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { Transactions, type Tx } from '../../persistence/database/tx.js';
import { violatesUnique, VOD_OF_STREAM } from '../../persistence/database/unique-violation.js';
import { requestedInput } from '../../jobs/worker-job-stage.js';
import { type NewWorkerJob, WorkerJobs } from '../../jobs/worker-jobs.js';
import { newVod } from '../../vods/new-vod.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { JOB_MISSING } from '../../jobs/job-faults.js';
import { type JobEntity } from '../../persistence/entities/job.entity.js';
import { JobRepository } from '../../persistence/repositories/job.repository.js';
import { VodNames } from '../../library/vod-names.js';
import { siteVodFields } from '../site-vod/site-vod-fields.js';
import { UNKNOWN_SITE_VOD } from '../../persistence/entities/site-vod.js';
import { type Stretch, stretchText, videoMark } from '../../persistence/entities/stream-id.js';
import { type VodDownload } from '../../persistence/entities/vod-download.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { SiteViewer } from './site-viewer.js';
import { VideoMetadata } from './video-metadata.js';

type Input = JobInput<typeof videoDownloadJob>;
/** The requested range of a video, in a quality like that of a channel. */
export interface VideoRequest extends Stretch {
  readonly quality: string;
}
export interface StartedDownload {
  readonly job: string;
  readonly vod: VodEntity;
}
/** The command for a worker, with its job and attempt. */
interface DownloadCommand {
  readonly name: string;
  readonly attempt: string;
  readonly input: Input;
}

/** The stage that downloads a video into its own VOD; `VideoDownloadJob` implements it. */
export const VIDEO_STAGE = { name: 'video-download', def: videoDownloadJob } as const;

/**
 * Creates VODs from videos of a site: the row at once, the media by a recorder, the file like that of any recording.
 */
@Injectable()
export class VideoDownloads {
  private readonly log = new Logger('download');

  constructor(
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    private readonly names: VodNames,
    private readonly jobs: WorkerJobs,
    private readonly rows: JobRepository,
    private readonly viewer: SiteViewer,
    private readonly metadata: VideoMetadata,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /**
   * Downloads a video. A failed download is resumed in the quality that is requested now.
   * @throws UserError `video-known` (409), `job-running` (409), `bad-stretch`
   */
  async begin(channel: ChannelEntity, video: PastVideo, wanted: VideoRequest): Promise<StartedDownload> {
    const request = withinVideo(video, wanted);
    const vod = await this.vods.byStream(channel.uuid, streamIdOf(video, request));
    return vod?.download?.state === 'failed'
      ? this.resume(channel, { vod, download: vod.download }, { video, request })
      : this.addDownload(channel, video, request);
  }

  /**
   * Continues after the last stored segment with a new attempt.
   * @throws UserError `job-missing`: the VOD was deleted, its download is complete, or it uses another part
   * @throws UserError `job-running` (409)
   */
  async continueDownload(job: JobEntity, input: Input): Promise<void> {
    const attempt = ulid();
    const vod = await this.writer.update(
      input.vodUuid,
      (row) => {
        if (row.download?.partId !== input.partId || row.download.state === 'done') return false;
        row.download = { ...row.download, state: 'queued', reason: null, attempt };
        return true;
      },
      async (row, tx) => {
        await this.jobs.add(
          VIDEO_STAGE,
          { ...workerJobOf(row, { name: job.name, attempt, input }), progress: job.progress },
          tx,
        );
      },
    );
    if (!vod) throw JOB_MISSING(job.name);
    this.jobs.added(job.name);
  }

  private async addDownload(channel: ChannelEntity, video: PastVideo, request: VideoRequest): Promise<StartedDownload> {
    requireFit(video, request);
    const chapters = await this.metadata.chaptersOf(video, channel.providerKind);
    const fresh = newVodOf(channel, video, request);
    const wanted = await this.commandFor(channel, { video, request, vodUuid: fresh.uuid });
    const add = async (tx: Tx): Promise<VodEntity> => {
      await this.refuseKnown(channel, video, { request, tx });
      fresh.download = queuedBy(wanted);
      await this.names.nameNew(fresh, { title: video.title, game: chapters[0]?.category ?? null }, tx);
      await this.writer.save(fresh, tx);
      await this.jobs.add(VIDEO_STAGE, workerJobOf(fresh, wanted), tx);
      return fresh;
    };
    const vod = await this.transactions.run(add).catch((thrown: unknown) => {
      // A parallel request created the VOD after this request had checked for it.
      throw violatesUnique(thrown, VOD_OF_STREAM) ? VIDEO_KNOWN() : thrown;
    });
    await this.metadata.record(vod, chapters, video.createdAt.getTime());
    await this.writer.update(vod.uuid, () => true);
    this.jobs.added(wanted.name);
    this.log.log(`${vod.basename}: download queued`);
    return { job: wanted.name, vod };
  }

  /** Resumes a failed download. Starts over with a new part if nothing is stored. */
  private async resume(
    channel: ChannelEntity,
    { vod, download }: { readonly vod: VodEntity; readonly download: VodDownload },
    { video, request }: { readonly video: PastVideo; readonly request: VideoRequest },
  ): Promise<StartedDownload> {
    const wanted = await this.commandFor(channel, { video, request, vodUuid: vod.uuid });
    if (await this.isStored(vod, download)) {
      await this.requireSameQuality(download, request);
      await this.restart(vod, { ...wanted, input: { ...wanted.input, partId: download.partId } });
    } else {
      await this.restart(vod, wanted);
      // The old part contains journals without media; nothing of the new part is stored yet.
      await this.storage.deletePrefix(`${objectKeys.parts(vod.uuid)}${download.partId}/`);
    }
    return { job: wanted.name, vod };
  }

  /**
   * @throws UserError `video-known`: a parallel request restarted the download
   * @throws UserError `job-running` (409)
   */
  private async restart({ uuid, download }: VodEntity, wanted: DownloadCommand): Promise<void> {
    const vod = await this.writer.update(
      uuid,
      (row) => {
        if (row.download?.state !== 'failed' || row.download.attempt !== download?.attempt) return false;
        if (row.download.partId !== wanted.input.partId) row.bytes = 0;
        row.download = queuedBy(wanted);
        return true;
      },
      async (row, tx) => {
        const progress = (await this.rows.find(wanted.name, tx))?.progress ?? 0;
        await this.jobs.add(VIDEO_STAGE, { ...workerJobOf(row, wanted), progress }, tx);
      },
    );
    if (!vod) throw VIDEO_KNOWN();
    this.jobs.added(wanted.name);
  }

  /** Creates the command for a new attempt with a new part. */
  private async commandFor(
    channel: ChannelEntity,
    {
      video,
      request,
      vodUuid,
    }: { readonly video: PastVideo; readonly request: VideoRequest; readonly vodUuid: string },
  ): Promise<DownloadCommand> {
    return {
      name: `download_vod_${video.id}${stretchText(request)}`,
      attempt: ulid(),
      input: {
        partId: ulid(),
        vodUuid,
        place: 'parts',
        providerKind: channel.providerKind,
        videoId: video.id,
        startedAt: video.createdAt.getTime(),
        fromMs: request.fromMs,
        toMs: request.toMs,
        qualities: [request.quality],
        nearestBelow: false,
        ...(await this.viewer.viewerOf(channel)),
      },
    };
  }

  private async isStored({ uuid }: VodEntity, { partId }: VodDownload): Promise<boolean> {
    for await (const _ of this.storage.list(objectKeys.segments(uuid, partId))) return true;
    return false;
  }

  /** One part cannot contain two qualities. */
  private async requireSameQuality({ jobName }: VodDownload, { quality }: VideoRequest): Promise<void> {
    const job = await this.rows.find(jobName);
    const [begunIn = quality] = (job && requestedInput(VIDEO_STAGE, job))?.qualities ?? [];
    if (begunIn !== quality)
      throw new UserError(message('error.video-known.other-quality', { quality: begunIn }), { status: 409 });
  }

  /**
   * Rejects a video that a VOD of the channel was made from or is matched with. A range is a different VOD than the
   * whole video or another range.
   */
  private async refuseKnown(
    channel: ChannelEntity,
    video: PastVideo,
    { request, tx }: { readonly request: VideoRequest; readonly tx: Tx },
  ): Promise<void> {
    const streamId = streamIdOf(video, request);
    const same = await this.vods.byStream(channel.uuid, streamId, tx);
    const isWhole = stretchText(request) === '';
    if (same || (isWhole && (await this.vods.bySiteVod(channel.uuid, video.id, tx)))) throw VIDEO_KNOWN();
  }
}

const VIDEO_KNOWN = (): UserError => new UserError(message('error.video-known.whole'), { status: 409 });
const queuedBy = ({ name, attempt, input: { partId, videoId } }: DownloadCommand): VodDownload => ({
  state: 'queued',
  reason: null,
  jobName: name,
  attempt,
  partId,
  videoId,
});
const workerJobOf = (vod: VodEntity, wanted: DownloadCommand): NewWorkerJob<typeof videoDownloadJob> => ({
  ...wanted,
  title: verbatim(vod.basename),
  vodUuid: vod.uuid,
  channelUuid: vod.channelUuid,
});

/** Removes an end at or after the end of the video, so that each range has only one form. */
const withinVideo = ({ durationMs, isGrowing }: PastVideo, request: VideoRequest): VideoRequest =>
  !isGrowing && request.toMs !== null && request.toMs >= durationMs ? { ...request, toMs: null } : request;

function requireFit({ durationMs, isGrowing }: PastVideo, { fromMs, toMs }: VideoRequest): void {
  if (toMs !== null && toMs <= fromMs)
    throw new UserError(message('error.bad-stretch.reversed'), {
      fields: [{ path: 'to', message: message('field.later-than-from') }],
    });
  if (!isGrowing && fromMs >= durationMs)
    throw new UserError(message('error.bad-stretch.behind-end'), {
      fields: [{ path: 'from', message: message('field.less-than-video', { n: Math.floor(durationMs / 1000) }) }],
    });
}

/**
 * The id of the broadcast, like that of a recording (see `broadcastOf`), with a suffix that distinguishes the download
 * from the recording of the same broadcast.
 */
const streamIdOf = ({ id, streamId }: PastVideo, request: VideoRequest): string =>
  `${streamId ?? id}${videoMark(id)}${stretchText(request)}`;

function newVodOf(channel: ChannelEntity, video: PastVideo, request: VideoRequest): VodEntity {
  const startedAt = new Date(video.createdAt.getTime() + request.fromMs);
  const endedAt = new Date(video.createdAt.getTime() + Math.min(request.toMs ?? Infinity, video.durationMs));
  const vod = newVod(channel, { streamId: streamIdOf(video, request), title: video.title, startedAt });
  return Object.assign(vod, {
    origin: 'download' as const,
    state: 'downloading' as const,
    endedAt,
    captureStarted: startedAt,
    siteVod: { ...UNKNOWN_SITE_VOD, ...siteVodFields(video), checkedAt: Date.now() },
  });
}
