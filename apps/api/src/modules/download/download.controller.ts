import { downloadCopy, downloadVideo, downloadVideoByUrl } from '#libs/contracts';
import { message, type OwnMessage } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { ChannelService } from '../channel/channel.service.js';
import { SiteCopyJob } from './site-copy-job.js';
import { VideoDownloads } from './video-downloads.service.js';
import { VideoLookup } from './video-lookup.js';

const DEFAULT_QUALITY = 'best';
const queued = (basename: string): OwnMessage => message('answer.download-queued', { name: basename });

@Controller()
export class DownloadController {
  constructor(
    private readonly channels: ChannelService,
    private readonly lookup: VideoLookup,
    private readonly videos: VideoDownloads,
    private readonly copies: SiteCopyJob,
  ) {}

  @Implements(downloadVideo)
  async video(
    @ValidatedInput(downloadVideo) { params, query }: Input<typeof downloadVideo>,
  ): Promise<Result<typeof downloadVideo>> {
    const channel = await this.channels.get(params.uuid);
    const { quality = DEFAULT_QUALITY, from = 0, to } = query;
    const { job, vod } = await this.videos.begin(channel, await this.lookup.video(channel, params.id), {
      quality,
      fromMs: Math.round(from * 1000),
      toMs: to === undefined ? null : Math.round(to * 1000),
    });
    return { message: queued(vod.basename), data: { job, vod: vod.uuid } };
  }

  @Implements(downloadCopy)
  async copy(
    @ValidatedInput(downloadCopy) { params, query }: Input<typeof downloadCopy>,
  ): Promise<Result<typeof downloadCopy>> {
    return {
      message: message('answer.vod-download-started'),
      data: { job: await this.copies.begin(params.uuid, query.quality ?? DEFAULT_QUALITY) },
    };
  }

  @Implements(downloadVideoByUrl)
  async byUrl(
    @ValidatedInput(downloadVideoByUrl) { body }: Input<typeof downloadVideoByUrl>,
  ): Promise<Result<typeof downloadVideoByUrl>> {
    const found = this.lookup.readVideo(body.url);
    const video = await this.lookup.videoAt(found.providerKind, found.id);
    const { fromMs, toMs } = found.part ?? { fromMs: 0, toMs: null };
    const channel = await this.lookup.channelOf(found.providerKind, video);
    const { job, vod } = await this.videos.begin(channel, video, {
      quality: body.quality ?? DEFAULT_QUALITY,
      fromMs,
      toMs,
    });
    return { message: queued(vod.basename), data: { job, vod: vod.uuid } };
  }
}
