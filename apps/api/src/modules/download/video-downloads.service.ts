import { type download, type Payload } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type PastVideo } from '#libs/providers';
import { Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { Transactions, type Tx } from '../../db/tx.js';
import { isTaken, VOD_OF_STREAM } from '../../db/unique-violation.js';
import { newVod } from '../../workflows/new-vod.js';
import { Recording } from '../../workflows/recording.js';
import { type ChannelEntity } from '../channel/channel.entity.js';
import { JOB_MISSING } from '../job/job-faults.js';
import { VodNames } from '../naming/vod-names.js';
import { foundOf } from '../site-vod/found-of.js';
import { UNKNOWN_SITE_VOD } from '../vod/site-vod.js';
import { type Stretch, stretchText, videoMark } from '../vod/stream-id.js';
import { type VodDownload } from '../vod/vod-download.js';
import { type VodEntity } from '../vod/vod.entity.js';
import { VodRepository } from '../vod/vod.repository.js';
import { DownloadJobs } from './download-jobs.js';
import { DownloadRounds } from './download-rounds.js';
import { SiteViewer } from './site-viewer.js';
import { VideoStory } from './video-story.js';

type Command = Payload<typeof download>;
/** What of a video is wanted, in a quality as a channel's. */
export interface VideoAsk extends Stretch {
  readonly quality: string;
}
export interface Begun {
  readonly job: string;
  readonly vod: VodEntity;
}

/** Makes VODs of what a site keeps: a row at once, its media by a recorder, its file as that of any recording. */
@Injectable()
export class VideoDownloads {
  private readonly log = new Logger('download');

  constructor(
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly recording: Recording,
    private readonly names: VodNames,
    private readonly jobs: DownloadJobs,
    private readonly rounds: DownloadRounds,
    private readonly viewer: SiteViewer,
    private readonly story: VideoStory,
  ) {}

  /** @throws UserError `video-known` (409), `job-running` (409), `bad-stretch` */
  async begin(channel: ChannelEntity, video: PastVideo, ask: VideoAsk): Promise<Begun> {
    mustFit(video, ask);
    const chapters = await this.story.of(video, channel.providerKind);
    const fresh = vodOf(channel, video, ask);
    const command = await this.commandOf(channel, { video, ask, vodUuid: fresh.uuid });
    const { jobName } = command;
    const add = async (tx: Tx): Promise<VodEntity> => {
      await this.refuseKnown(channel, video, { ask, tx });
      fresh.download = queuedBy(command);
      await this.names.nameNew(fresh, { title: video.title, game: chapters[0]?.category ?? null }, tx);
      await this.vods.save(fresh, tx);
      await this.jobs.addIn(
        { kind: 'download', title: fresh.basename, command, vodUuid: fresh.uuid, channelUuid: channel.uuid },
        tx,
      );
      return fresh;
    };
    const vod = await this.transactions.run(add).catch((thrown: unknown) => {
      // Asked for twice at once: the other one made its VOD after this one had looked.
      throw isTaken(thrown, VOD_OF_STREAM) ? VIDEO_KNOWN() : thrown;
    });
    await this.story.note(vod, chapters, video.createdAt.getTime());
    await this.recording.change(vod.uuid, () => true);
    this.rounds.added(jobName);
    this.log.log(`${vod.basename} is to be downloaded from what the site keeps`);
    return { job: jobName, vod };
  }

  /**
   * Goes on behind what is stored, as another try.
   * @throws UserError `job-missing` when its VOD is gone, `job-running`
   */
  async again(command: Command): Promise<void> {
    const attempt = ulid();
    const vod = await this.recording.change(
      command.vodUuid,
      (row) => {
        if (row.download?.partId !== command.partId || row.download.state === 'done') return false;
        row.download = { ...row.download, state: 'queued', reason: '', attempt };
        return true;
      },
      (row, tx) =>
        this.jobs.addIn(
          {
            kind: 'download',
            title: row.basename,
            command: { ...command, attempt },
            vodUuid: row.uuid,
            channelUuid: row.channelUuid,
          },
          tx,
        ),
    );
    if (!vod) throw JOB_MISSING(command.jobName);
    this.rounds.added(command.jobName);
  }

  /**
   * Takes up one whose download failed, by a command of its own: also from the beginning, as another part.
   * @throws UserError `video-known` when somebody did so meanwhile, `job-running` (409)
   */
  async restart({ uuid, download }: VodEntity, command: Command): Promise<void> {
    const vod = await this.recording.change(
      uuid,
      (row) => {
        if (row.download?.state !== 'failed' || row.download.attempt !== download?.attempt) return false;
        if (row.download.partId !== command.partId) row.bytes = 0;
        row.download = queuedBy(command);
        return true;
      },
      (row, tx) =>
        this.jobs.addIn(
          { kind: 'download', title: row.basename, command, vodUuid: uuid, channelUuid: row.channelUuid },
          tx,
        ),
    );
    if (!vod) throw VIDEO_KNOWN();
    this.rounds.added(command.jobName);
  }

  /** What a recorder is told, as a new try at a new part. */
  async commandOf(
    channel: ChannelEntity,
    { video, ask, vodUuid }: { readonly video: PastVideo; readonly ask: VideoAsk; readonly vodUuid: string },
  ): Promise<Command> {
    return {
      jobName: `download_vod_${video.id}${stretchText(ask)}`,
      attempt: ulid(),
      partId: ulid(),
      vodUuid,
      place: 'parts',
      providerKind: channel.providerKind,
      videoId: video.id,
      startedAt: video.createdAt.getTime(),
      fromMs: ask.fromMs,
      toMs: ask.toMs,
      qualities: [ask.quality],
      nearestBelow: false,
      ...(await this.viewer.of(channel)),
    };
  }

  /**
   * A video that one of the channel's VODs was made of, or was found to be the same broadcast as. A stretch is another
   * VOD than the whole, and than another stretch.
   */
  private async refuseKnown(
    channel: ChannelEntity,
    video: PastVideo,
    { ask, tx }: { readonly ask: VideoAsk; readonly tx: Tx },
  ): Promise<void> {
    const streamId = streamIdOf(video, ask);
    const same = await this.vods.byStream(channel.uuid, streamId, tx);
    const isWhole = stretchText(ask) === '';
    if (same || (isWhole && (await this.vods.bySiteVod(channel.uuid, video.id, tx)))) throw VIDEO_KNOWN();
  }
}

const VIDEO_KNOWN = (): UserError => new UserError('video-known', 'Video already downloaded', { status: 409 });
const queuedBy = ({ jobName, attempt, partId, videoId }: Command): VodDownload => ({
  state: 'queued',
  reason: '',
  jobName,
  attempt,
  partId,
  videoId,
});

function mustFit({ durationMs, isGrowing }: PastVideo, { fromMs, toMs }: VideoAsk): void {
  if (toMs !== null && toMs <= fromMs)
    throw new UserError('bad-stretch', 'The stretch ends before it begins.', {
      fields: [{ path: 'to', message: 'must be later than from' }],
    });
  if (!isGrowing && fromMs >= durationMs)
    throw new UserError('bad-stretch', 'The video is shorter than that.', {
      fields: [
        { path: 'from', message: `must be less than the length of the video, ${Math.floor(durationMs / 1000)} s` },
      ],
    });
}

/**
 * Its broadcast's id, as a recording's is (see `broadcastOf`), and what makes it another one than the recording beside
 * it.
 */
export const streamIdOf = ({ id, streamId }: PastVideo, ask: VideoAsk): string =>
  `${streamId ?? id}${videoMark(id)}${stretchText(ask)}`;

function vodOf(channel: ChannelEntity, video: PastVideo, ask: VideoAsk): VodEntity {
  const startedAt = new Date(video.createdAt.getTime() + ask.fromMs);
  const endedAt = new Date(video.createdAt.getTime() + Math.min(ask.toMs ?? Infinity, video.durationMs));
  const vod = newVod(channel, { streamId: streamIdOf(video, ask), title: video.title, startedAt });
  return Object.assign(vod, {
    origin: 'download' as const,
    state: 'downloading' as const,
    endedAt,
    captureStarted: startedAt,
    siteVod: { ...UNKNOWN_SITE_VOD, ...foundOf(video), checkedAt: Date.now() },
  });
}
