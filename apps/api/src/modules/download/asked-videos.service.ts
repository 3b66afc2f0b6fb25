import { objectKeys } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type PastVideo } from '#libs/providers';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { type ChannelEntity } from '../channel/channel.entity.js';
import { type VodDownload } from '../vod/vod-download.js';
import { type VodEntity } from '../vod/vod.entity.js';
import { VodRepository } from '../vod/vod.repository.js';
import { DownloadJobs } from './download-jobs.js';
import { type Begun, streamIdOf, type VideoAsk, VideoDownloads } from './video-downloads.service.js';

/**
 * Videos that somebody asks for, perhaps once more: one whose download failed is taken up, in the quality that is asked
 * for now.
 */
@Injectable()
export class AskedVideos {
  constructor(
    private readonly vods: VodRepository,
    private readonly videos: VideoDownloads,
    private readonly jobs: DownloadJobs,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** @throws UserError as {@link VideoDownloads.begin} */
  async begin(channel: ChannelEntity, video: PastVideo, wanted: VideoAsk): Promise<Begun> {
    const ask = withinVideo(video, wanted);
    const vod = await this.vods.byStream(channel.uuid, streamIdOf(video, ask));
    if (vod?.download?.state !== 'failed') return this.videos.begin(channel, video, ask);
    const { download } = vod;
    const command = await this.videos.commandOf(channel, { video, ask, vodUuid: vod.uuid });
    if (await this.isStored(vod, download)) {
      await this.mustBeSame(download, ask);
      await this.videos.restart(vod, { ...command, partId: download.partId });
    } else {
      await this.videos.restart(vod, command);
      // Notes of a part without media; nothing of the new one is there.
      await this.storage.deletePrefix(`${objectKeys.parts(vod.uuid)}${download.partId}/`);
    }
    return { job: command.jobName, vod };
  }

  private async isStored({ uuid }: VodEntity, { partId }: VodDownload): Promise<boolean> {
    for await (const _ of this.storage.list(objectKeys.segments(uuid, partId))) return true;
    return false;
  }

  /** Two qualities in one part would not fit together. */
  private async mustBeSame({ jobName }: VodDownload, { quality }: VideoAsk): Promise<void> {
    const [begunIn = quality] = (await this.jobs.lastOf('download', jobName))?.qualities ?? [];
    if (begunIn !== quality)
      throw new UserError(
        'video-known',
        `A part of this video is downloaded already, in quality ${begunIn}: ask for that one to go on, or delete what is there.`,
        { status: 409 },
      );
  }
}

/** An end at or behind that of the video is the video's: one part of it is asked for in one way. */
const withinVideo = ({ durationMs, isGrowing }: PastVideo, ask: VideoAsk): VideoAsk =>
  !isGrowing && ask.toMs !== null && ask.toMs >= durationMs ? { ...ask, toMs: null } : ask;
