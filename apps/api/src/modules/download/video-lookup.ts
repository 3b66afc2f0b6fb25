import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type PastReference, type PastVideo } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { Sites } from '../../sites/sites.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { ChannelService } from '../channel/channel.service.js';
import { videoArchiveOf } from '../../sites/video-archive-of.js';

const SITE_TIMEOUT_MS = 20_000;
export const VIDEO_MISSING = (): UserError => new UserError(message('error.video-missing.plain'), { status: 404 });

/** Looks up videos at their sites. */
@Injectable()
export class VideoLookup {
  constructor(
    private readonly sites: Sites,
    private readonly channels: ChannelRepository,
    private readonly channelService: ChannelService,
  ) {}

  /** @throws UserError `video-missing` (404): there is no such video, or it belongs to another channel */
  async video(channel: Pick<ChannelEntity, 'providerKind' | 'sourceId'>, id: string): Promise<PastVideo> {
    const video = await videoArchiveOf(this.sites, channel.providerKind).video(
      id,
      AbortSignal.timeout(SITE_TIMEOUT_MS),
    );
    if (!video || (channel.sourceId !== '' && video.owner.id !== '' && video.owner.id !== channel.sourceId))
      throw VIDEO_MISSING();
    return video;
  }

  /** Parses a pasted URL with the first site that supports it. @throws UserError `not-a-video` on field `url` */
  read(url: string): PastReference & { readonly providerKind: string } {
    let fault: unknown = null;
    for (const { kind, videoArchive } of this.sites.all()) {
      if (!videoArchive) continue;
      try {
        return { ...videoArchive.readPastUrl(url), providerKind: kind };
      } catch (thrown) {
        fault = thrown;
      }
    }
    throw fault instanceof UserError
      ? fault
      : new UserError(message('error.not-a-video.unknown-address'), {
          fields: [{ path: 'url', message: message('field.not-video-address') }],
        });
  }

  /**
   * Looks up a video of a channel.
   * @returns null if the channel does not exist any more
   * @throws UserError `video-missing` (404)
   */
  async ofChannel(
    channelUuid: string,
    id: string,
  ): Promise<{ readonly channel: ChannelEntity; readonly video: PastVideo } | null> {
    const channel = await this.channels.find(channelUuid);
    return channel && { channel, video: await this.video(channel, id) };
  }

  /** Like {@link read}, but rejects the URL of a clip. */
  readVideo(url: string): Extract<PastReference, { readonly kind: 'video' }> & { readonly providerKind: string } {
    const found = this.read(url);
    if (found.kind !== 'video')
      throw new UserError(message('error.not-a-video.clip'), {
        fields: [{ path: 'url', message: message('field.clip-address') }],
      });
    return found;
  }

  /** @throws UserError `video-missing` (404) */
  async videoAt(providerKind: string, id: string): Promise<PastVideo> {
    return this.video({ providerKind, sourceId: '' }, id);
  }

  /**
   * Returns the channel of a video. If Vodkeep does not have the channel, adds it without recording it, because every
   * VOD needs a channel.
   */
  async channelOf(providerKind: string, { owner, url }: PastVideo): Promise<ChannelEntity> {
    const known = await this.channels.bySource(providerKind, owner.id);
    if (known) return known;
    if (owner.login === '')
      throw new UserError(message('error.channel-missing.unknown-owner'), {
        status: 404,
      });
    const { channel } = await this.channelService.add({
      provider: providerKind,
      url: new URL(`/${owner.login}`, url).href,
      no_capture: true,
    });
    return channel;
  }
}
