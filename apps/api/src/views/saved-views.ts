import { type ApiConfig } from '#libs/config';
import { type Clip, type LocalVideo, type View } from '#libs/contracts';
import { CONFIG } from '#libs/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ClipCheckRepository } from '../persistence/repositories/clip-check.repository.js';
import { ClipRepository } from '../persistence/repositories/clip.repository.js';
import { LocalVideoRepository } from '../persistence/repositories/local-video.repository.js';
import { presentClip } from './clip.presenter.js';
import { presentLocalVideo } from './local-video.presenter.js';

export interface SavedOfChannel {
  readonly clips: readonly View<typeof Clip>[];
  readonly videos: readonly View<typeof LocalVideo>[];
}
export const NOTHING_SAVED: SavedOfChannel = { clips: [], videos: [] };

/** Saved clips (newest first) and local videos of channels in the format for clients. */
@Injectable()
export class SavedViews {
  constructor(
    private readonly clips: ClipRepository,
    private readonly checks: ClipCheckRepository,
    private readonly videos: LocalVideoRepository,
    @Inject(CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Clips and videos by the channel's uuid. */
  async of(channels: readonly ChannelEntity[]): Promise<ReadonlyMap<string, SavedOfChannel>> {
    const uuids = channels.map((c) => c.uuid);
    const [clips, videos] = await Promise.all([this.clips.listOf(uuids), this.videos.listOf(uuids)]);
    const damaged = await this.checks.damagedOf(clips.map(({ uuid }) => uuid));
    const { basepath } = this.config.http;
    const clipsOf = Map.groupBy(clips, (c) => c.channelUuid);
    const videosOf = Map.groupBy(videos, (v) => v.channelUuid);
    return new Map(
      channels.map(({ uuid, internalName }) => [
        uuid,
        {
          clips: (clipsOf.get(uuid) ?? []).map((c) => presentClip(c, { basepath, damaged: damaged.get(c.uuid) })),
          videos: (videosOf.get(uuid) ?? []).map((v) => presentLocalVideo(v, internalName, basepath)),
        },
      ]),
    );
  }
}
