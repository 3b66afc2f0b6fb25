import { checkMute, isYes, matchAllVods, matchVod } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { Sites } from '../../sites/sites.js';
import { ChannelService } from '../channel/channel.service.js';
import { videoArchiveOf } from '../../sites/video-archive-of.js';
import { presentMuted, V0_MUTED } from '../../persistence/entities/site-vod.js';
import { SiteVodCheckJob } from './site-vod-check-job.js';
import { SiteVodCheckService } from './site-vod-check.service.js';

const SITE_TIMEOUT_MS = 20_000;

@Controller()
export class SiteVodController {
  constructor(
    private readonly site: SiteVodCheckService,
    private readonly checks: SiteVodCheckJob,
    private readonly channels: ChannelService,
    private readonly sites: Sites,
  ) {}

  @Implements(matchVod)
  async match(@ValidatedInput(matchVod) { params, query }: Input<typeof matchVod>): Promise<Result<typeof matchVod>> {
    const { id, durationMs } = await this.site.match(
      params.uuid,
      query.overrideVideoID ?? null,
      AbortSignal.timeout(SITE_TIMEOUT_MS),
    );
    return {
      message: message('answer.vod-matched', { id: id ?? '', seconds: Math.round((durationMs ?? 0) / 1000) }),
    };
  }

  @Implements(checkMute)
  async mute(@ValidatedInput(checkMute) { params }: Input<typeof checkMute>): Promise<Result<typeof checkMute>> {
    const { id, muted, mutedRanges } = await this.site.checkMute(params.uuid, AbortSignal.timeout(SITE_TIMEOUT_MS));
    return {
      data: {
        vod: id ?? '',
        muted: V0_MUTED[muted],
        ranges: presentMuted({ mutedRanges }),
      },
    };
  }

  @Implements(matchAllVods)
  async matchAll(
    @ValidatedInput(matchAllVods) { params, query }: Input<typeof matchAllVods>,
  ): Promise<Result<typeof matchAllVods>> {
    const channel = await this.channels.get(params.uuid);
    videoArchiveOf(this.sites, channel.providerKind);
    const job = await this.checks.start({ what: 'match_vods', channel, force: isYes(query.force) });
    return { message: message('answer.vods-matched', { name: channel.displayName }), data: { job } };
  }
}
