import { siteChannel, siteClips, siteStreams, siteUser, siteVideo, siteVideos } from '#libs/contracts';
import { OutsideError, UserError } from '#libs/errors';
import { message, withEnglish } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { SiteItems } from './site-items.service.js';
import { presentRawVideo, presentSiteChannel, presentStream, presentUser } from './site-lookup.presenter.js';
import { VIDEO_MISSING } from './video-lookup.js';
import { SiteLookup } from './site-lookup.service.js';

/** Number of videos that v0 lists. */
const MAX_VIDEOS = 100;
const MAX_CLIPS = 100;

/** Site look-ups under v0's routes. */
@Controller()
export class SiteLookupController {
  constructor(
    private readonly lookup: SiteLookup,
    private readonly items: SiteItems,
  ) {}

  @Implements(siteVideos)
  async videos(@ValidatedInput(siteVideos) { params }: Input<typeof siteVideos>): Promise<Result<typeof siteVideos>> {
    const { sourceId } = await this.lookup.user(params.login);
    const { rows } = await this.lookup.videoArchive.videos(sourceId, { limit: MAX_VIDEOS }, this.lookup.timeout());
    return { data: await this.items.videos({ providerKind: this.lookup.site.kind, sourceId }, rows) };
  }

  @Implements(siteVideo)
  async video(@ValidatedInput(siteVideo) { params }: Input<typeof siteVideo>): Promise<Result<typeof siteVideo>> {
    const video = await this.lookup.videoArchive.video(params.id, this.lookup.timeout());
    if (!video) throw VIDEO_MISSING();
    return { data: presentRawVideo(video) };
  }

  @Implements(siteUser)
  async user(@ValidatedInput(siteUser) { params }: Input<typeof siteUser>): Promise<Result<typeof siteUser>> {
    return { data: presentUser(await this.lookup.user(params.login)) };
  }

  @Implements(siteStreams)
  async streams(
    @ValidatedInput(siteStreams) { params }: Input<typeof siteStreams>,
  ): Promise<Result<typeof siteStreams>> {
    const who = await this.lookup.user(params.login);
    const live = (
      await this.lookup.site.live([{ ...this.lookup.targetOf(who), seen: null }], this.lookup.timeout())
    ).get(who.sourceId);
    if (live?.state === 'unknown') throw new OutsideError(withEnglish(live.reason), { code: 'site-away' });
    return { data: presentStream(who, live) };
  }

  @Implements(siteChannel)
  async channel(
    @ValidatedInput(siteChannel) { params }: Input<typeof siteChannel>,
  ): Promise<Result<typeof siteChannel>> {
    const who = await this.lookup.user(params.login);
    const shows = await this.lookup.site.about?.([this.lookup.targetOf(who)], this.lookup.timeout());
    return { data: presentSiteChannel(who, shows?.get(who.sourceId)) };
  }

  @Implements(siteClips)
  async clips(@ValidatedInput(siteClips) { query }: Input<typeof siteClips>): Promise<Result<typeof siteClips>> {
    const { id, broadcaster_id: broadcaster, game_id: game } = query;
    const { videoArchive } = this.lookup;
    const signal = this.lookup.timeout();
    if (id !== undefined) {
      const clip = await videoArchive.clip(id, signal);
      return { data: await this.items.clips(clip ? [clip] : []) };
    }
    if (broadcaster === undefined && game === undefined)
      throw new UserError(message('error.no-clip-id'), {
        fields: [{ path: 'id', message: message('field.clip-filter-required') }],
      });
    const { rows } =
      broadcaster === undefined
        ? await videoArchive.clipsUnder(game ?? '', { limit: MAX_CLIPS }, signal)
        : await videoArchive.clips(broadcaster, { limit: MAX_CLIPS }, signal);
    return { data: await this.items.clips(rows) };
  }
}
