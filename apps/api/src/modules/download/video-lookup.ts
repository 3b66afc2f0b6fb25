import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type PastReference, type PastVideo } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { Sites } from '../../sites/sites.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { ChannelService } from '../channel/channel.service.js';
import { pastOf } from '../../sites/past-of.js';

const LIMIT_MS = 20_000;
export const VIDEO_MISSING = (): UserError => new UserError(message('error.video-missing.plain'), { status: 404 });

/** What sites say of a video that somebody wants. */
@Injectable()
export class VideoLookup {
  constructor(
    private readonly sites: Sites,
    private readonly channels: ChannelRepository,
    private readonly follow: ChannelService,
  ) {}

  /** @throws UserError `video-missing` (404) - also when it is another channel's */
  async video(channel: Pick<ChannelEntity, 'providerKind' | 'sourceId'>, id: string): Promise<PastVideo> {
    const video = await pastOf(this.sites, channel.providerKind).video(id, AbortSignal.timeout(LIMIT_MS));
    if (!video || (channel.sourceId !== '' && video.owner.id !== '' && video.owner.id !== channel.sourceId))
      throw VIDEO_MISSING();
    return video;
  }

  /** A pasted address, by whichever site knows it. @throws UserError `not-a-video` on field `url` */
  read(url: string): PastReference & { readonly providerKind: string } {
    let fault: unknown = null;
    for (const { kind, past } of this.sites.all()) {
      if (!past) continue;
      try {
        return { ...past.readPastUrl(url), providerKind: kind };
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

  /** A video of a channel that is still followed. @throws UserError `video-missing` (404) @returns null where it is not */
  async ofChannel(
    channelUuid: string,
    id: string,
  ): Promise<{ readonly channel: ChannelEntity; readonly video: PastVideo } | null> {
    const channel = await this.channels.find(channelUuid);
    return channel && { channel, video: await this.video(channel, id) };
  }

  /** As {@link read}; the address of a clip is refused. */
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
   * The channel of a video. One that nobody follows here is taken in without being recorded, so that its videos have a
   * place.
   */
  async channelOf(providerKind: string, { owner, url }: PastVideo): Promise<ChannelEntity> {
    const known = await this.channels.bySource(providerKind, owner.id);
    if (known) return known;
    if (owner.login === '')
      throw new UserError(message('error.channel-missing.unknown-owner'), {
        status: 404,
      });
    const { channel } = await this.follow.add({
      provider: providerKind,
      url: new URL(`/${owner.login}`, url).href,
      no_capture: true,
    });
    return channel;
  }
}
