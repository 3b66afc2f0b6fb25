import { type ApiConfig } from '#libs/config';
import { type PastClip, type PastVideo } from '#libs/providers';
import { CONFIG } from '#libs/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { pictureAddress } from '../../sites/picture-id.js';
import { SitePictures } from '../../sites/site-pictures.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { presentSiteClip } from './site-clip.presenter.js';
import { presentVideo } from './site-lookup.presenter.js';

/** In px. Large enough for the UI on a high-resolution screen. */
const PICTURE_SIZE = { width: '320', height: '180' } as const;

/**
 * Lists the videos and clips that sites keep of a channel, with image URLs of this installation and the videos that are
 * already downloaded.
 */
@Injectable()
export class SiteItems {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly pictures: SitePictures,
    @Inject(CONFIG) private readonly config: ApiConfig,
  ) {}

  async videos(
    { providerKind, sourceId }: { readonly providerKind: string; readonly sourceId: string },
    videos: readonly PastVideo[],
  ) {
    const stored = await this.downloadedVodsOf(await this.channels.bySource(providerKind, sourceId), videos);
    await this.pictures.register(videos.map(thumbOf));
    return videos.map((video) =>
      presentVideo(video, { vod_uuid: stored.get(video.id) ?? null, picture: this.pictureOf(video) }),
    );
  }

  async clips(clips: readonly PastClip[]) {
    await this.pictures.register(clips.map(thumbOf));
    return clips.map((clip) => ({ ...presentSiteClip(clip), picture: this.pictureOf(clip) }));
  }

  /** Maps video ids to VOD uuids. A VOD whose download failed is left out, so that the user can request it again. */
  private async downloadedVodsOf(
    channel: { readonly uuid: string } | null,
    videos: readonly PastVideo[],
  ): Promise<ReadonlyMap<string, string>> {
    if (channel === null || videos.length === 0) return new Map();
    const found = await this.vods.bySiteVods(
      channel.uuid,
      videos.map(({ id }) => id),
    );
    // The oldest VOD of a video wins, as in a download.
    return new Map(
      found
        .filter(({ download }) => download?.state !== 'failed')
        .toReversed()
        .flatMap(({ siteVod, uuid }) => (typeof siteVod?.id === 'string' ? [[siteVod.id, uuid]] : [])),
    );
  }

  private pictureOf(item: Pick<PastVideo, 'thumbnailUrl'>): string {
    return pictureAddress(this.config.http.basepath, thumbOf(item));
  }
}

/** Sites let the caller choose the image size. One size for all pages means that each image is stored once. */
const thumbOf = ({ thumbnailUrl }: Pick<PastVideo, 'thumbnailUrl'>): string =>
  thumbnailUrl.replace(/%?\{width\}/, PICTURE_SIZE.width).replace(/%?\{height\}/, PICTURE_SIZE.height);
