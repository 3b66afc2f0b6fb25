import { siteChannel, siteClips, siteStreams, siteUser, siteVideo, siteVideos } from '#libs/contracts';
import { OutsideError, UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { Checked, type Input } from '../../http/checked.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { SiteItems } from './site-items.service.js';
import { presentRawVideo, presentSiteChannel, presentStream, presentUser } from './site-look.presenter.js';
import { VIDEO_MISSING } from './video-looks.js';
import { SiteLooks } from './site-looks.service.js';

/** As many as v0 lists. */
const VIDEOS = 100;
const CLIPS = 100;

/** Look-ups at a site, under v0's addresses. */
@Controller()
export class SiteLooksController {
  constructor(
    private readonly looks: SiteLooks,
    private readonly items: SiteItems,
  ) {}

  @Implements(siteVideos)
  async videos(@Checked(siteVideos) { params }: Input<typeof siteVideos>): Promise<Result<typeof siteVideos>> {
    const { sourceId } = await this.looks.user(params.login);
    const { rows } = await this.looks.past.videos(sourceId, { limit: VIDEOS }, this.looks.signal);
    return { data: await this.items.videos({ providerKind: this.looks.site.kind, sourceId }, rows) };
  }

  @Implements(siteVideo)
  async video(@Checked(siteVideo) { params }: Input<typeof siteVideo>): Promise<Result<typeof siteVideo>> {
    const video = await this.looks.past.video(params.id, this.looks.signal);
    if (!video) throw VIDEO_MISSING();
    return { data: presentRawVideo(video) };
  }

  @Implements(siteUser)
  async user(@Checked(siteUser) { params }: Input<typeof siteUser>): Promise<Result<typeof siteUser>> {
    return { data: presentUser(await this.looks.user(params.login)) };
  }

  @Implements(siteStreams)
  async streams(@Checked(siteStreams) { params }: Input<typeof siteStreams>): Promise<Result<typeof siteStreams>> {
    const who = await this.looks.user(params.login);
    const live = (await this.looks.site.live([{ ...this.looks.targetOf(who), seen: null }], this.looks.signal)).get(
      who.sourceId,
    );
    if (live?.state === 'unknown') throw new OutsideError(message('error.site-away.reason', { reason: live.reason }));
    return { data: presentStream(who, live) };
  }

  @Implements(siteChannel)
  async channel(@Checked(siteChannel) { params }: Input<typeof siteChannel>): Promise<Result<typeof siteChannel>> {
    const who = await this.looks.user(params.login);
    const shows = await this.looks.site.about?.([this.looks.targetOf(who)], this.looks.signal);
    return { data: presentSiteChannel(who, shows?.get(who.sourceId)) };
  }

  @Implements(siteClips)
  async clips(@Checked(siteClips) { query }: Input<typeof siteClips>): Promise<Result<typeof siteClips>> {
    const { id, broadcaster_id: broadcaster, game_id: game } = query;
    const { past, signal } = this.looks;
    if (id !== undefined) {
      const clip = await past.clip(id, signal);
      return { data: await this.items.clips(clip ? [clip] : []) };
    }
    if (broadcaster === undefined && game === undefined)
      throw new UserError(message('error.no-clip-id'), {
        fields: [{ path: 'id', message: message('field.clip-filter-required') }],
      });
    const { rows } =
      broadcaster === undefined
        ? await past.clipsUnder(game ?? '', { limit: CLIPS }, signal)
        : await past.clips(broadcaster, { limit: CLIPS }, signal);
    return { data: await this.items.clips(rows) };
  }
}
