import { downloadCopy, downloadVideo, downloadVideoByUrl } from '#libs/contracts';
import { message, type OwnMessage } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { Checked, type Input } from '../../http/checked.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { ChannelService } from '../channel/channel.service.js';
import { SiteCopyJob } from './site-copy-job.js';
import { VideoDownloads } from './video-downloads.service.js';
import { VideoLooks } from './video-looks.js';

const BEST = 'best';
const queued = (basename: string): OwnMessage => message('answer.download-queued', { name: basename });

@Controller()
export class DownloadController {
  constructor(
    private readonly channels: ChannelService,
    private readonly looks: VideoLooks,
    private readonly videos: VideoDownloads,
    private readonly copies: SiteCopyJob,
  ) {}

  @Implements(downloadVideo)
  async video(
    @Checked(downloadVideo) { params, query }: Input<typeof downloadVideo>,
  ): Promise<Result<typeof downloadVideo>> {
    const channel = await this.channels.get(params.uuid);
    const { quality = BEST, from = 0, to } = query;
    const { job, vod } = await this.videos.begin(channel, await this.looks.video(channel, params.id), {
      quality,
      fromMs: Math.round(from * 1000),
      toMs: to === undefined ? null : Math.round(to * 1000),
    });
    return { message: queued(vod.basename), data: { job, vod: vod.uuid } };
  }

  @Implements(downloadCopy)
  async copy(
    @Checked(downloadCopy) { params, query }: Input<typeof downloadCopy>,
  ): Promise<Result<typeof downloadCopy>> {
    return {
      message: message('answer.vod-download-started'),
      data: { job: await this.copies.begin(params.uuid, query.quality ?? BEST) },
    };
  }

  @Implements(downloadVideoByUrl)
  async byUrl(
    @Checked(downloadVideoByUrl) { body }: Input<typeof downloadVideoByUrl>,
  ): Promise<Result<typeof downloadVideoByUrl>> {
    const found = this.looks.readVideo(body.url);
    const video = await this.looks.videoAt(found.providerKind, found.id);
    const { fromMs, toMs } = found.part ?? { fromMs: 0, toMs: null };
    const channel = await this.looks.channelOf(found.providerKind, video);
    const { job, vod } = await this.videos.begin(channel, video, { quality: body.quality ?? BEST, fromMs, toMs });
    return { message: queued(vod.basename), data: { job, vod: vod.uuid } };
  }
}
