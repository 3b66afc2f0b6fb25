import { downloadChatByUrl, downloadClip, downloadVodChat, dumpChat, listSiteClips } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { Sites } from '../../sites/sites.js';
import { ChannelService } from '../channel/channel.service.js';
import { videoArchiveOf } from '../../sites/video-archive-of.js';
import { ChatDownloadJob } from './chat-download-job.js';
import { ChatDumpJob } from './chat-dump-job.js';
import { ClipDownloadJob } from './clip-download-job.js';
import { SiteItems } from './site-items.service.js';
import { VideoLookup } from './video-lookup.js';

/** Number of clips that v0 shows. */
const MAX_CLIPS = 40;
const SITE_TIMEOUT_MS = 20_000;

@Controller()
export class ClipAndChatJobsController {
  constructor(
    private readonly chats: ChatDownloadJob,
    private readonly dumps: ChatDumpJob,
    private readonly clips: ClipDownloadJob,
    private readonly lookup: VideoLookup,
    private readonly channels: ChannelService,
    private readonly sites: Sites,
    private readonly items: SiteItems,
  ) {}

  @Implements(downloadVodChat)
  async vodChat(
    @ValidatedInput(downloadVodChat) { params, query }: Input<typeof downloadVodChat>,
  ): Promise<Result<typeof downloadVodChat>> {
    return {
      message: message('answer.chat-download-started'),
      data: { job: await this.chats.startForVod(params.uuid, query.method ?? 'tcd') },
    };
  }

  @Implements(downloadChatByUrl)
  async chat(
    @ValidatedInput(downloadChatByUrl) { body }: Input<typeof downloadChatByUrl>,
  ): Promise<Result<typeof downloadChatByUrl>> {
    const found = this.lookup.readVideo(body.url);
    const { job, place } = await this.chats.startForVideo(
      found.providerKind,
      await this.lookup.videoAt(found.providerKind, found.id),
      body.method,
    );
    return { message: message('answer.downloaded-to', { place }), data: { job } };
  }

  @Implements(dumpChat)
  async dump(@ValidatedInput(dumpChat) { body }: Input<typeof dumpChat>): Promise<Result<typeof dumpChat>> {
    const { job, login } = await this.dumps.begin(body.login);
    return { message: message('answer.chat-dump-started', { login }), data: { job } };
  }

  @Implements(downloadClip)
  async clip(@ValidatedInput(downloadClip) { body }: Input<typeof downloadClip>): Promise<Result<typeof downloadClip>> {
    const found = this.lookup.read(body.url);
    if (found.kind !== 'clip')
      throw new UserError(message('error.not-a-video.no-clip'), {
        fields: [{ path: 'url', message: message('field.video-address') }],
      });
    const { job, place } = await this.clips.begin({
      providerKind: found.providerKind,
      id: found.id,
      quality: body.quality ?? 'best',
      withChat: body.chat ?? false,
    });
    return { message: message('answer.downloaded-to', { place }), data: { job } };
  }

  @Implements(listSiteClips)
  async list(
    @ValidatedInput(listSiteClips) { params }: Input<typeof listSiteClips>,
  ): Promise<Result<typeof listSiteClips>> {
    const channel = await this.channels.get(params.uuid);
    const { rows } = await videoArchiveOf(this.sites, channel.providerKind).clips(
      channel.sourceId,
      { limit: MAX_CLIPS },
      AbortSignal.timeout(SITE_TIMEOUT_MS),
    );
    return { data: await this.items.clips(rows) };
  }
}
