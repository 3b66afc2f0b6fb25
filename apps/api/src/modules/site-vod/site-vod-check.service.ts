import { matchVideo, wasNeverStored } from '#libs/domain';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type VideoArchive, type PastVideo } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { Sites } from '../../sites/sites.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { type SiteVod, UNKNOWN_SITE_VOD } from '../../persistence/entities/site-vod.js';
import { broadcastOf } from '../../persistence/entities/stream-id.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { Notifications } from '../../platform/notifications.service.js';
import { siteVodFields } from './site-vod-fields.js';
import { videoArchiveOf } from '../../sites/video-archive-of.js';
import { siteVodEvents } from '../../vods/site-vod-events.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';

/** Page size of a site's video list. */
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

interface ListedVideos {
  readonly videos: readonly PastVideo[];
  readonly isWhole: boolean;
}

/**
 * Checks what a site still has of Vodkeep's VODs: the matching video, whether it exists, and its muted ranges. A check
 * without a result never counts as "no".
 */
@Injectable()
export class SiteVodCheckService {
  constructor(
    private readonly sites: Sites,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly writer: VodWriter,
    private readonly notifications: Notifications,
  ) {}

  /**
   * @param videoId use this video, whatever the site's list contains; null: search the list
   * @throws UserError `vod-missing`, `no-past`, `video-missing`, `not-matched`
   */
  async match(vodUuid: string, videoId: string | null, signal: AbortSignal): Promise<SiteVod> {
    const vod = await this.vod(vodUuid);
    const videoArchive = videoArchiveOf(this.sites, vod.providerKind);
    if (videoId !== null) {
      const video = await videoArchive.video(videoId, signal);
      if (!video) throw new UserError(message('error.video-missing.id', { id: videoId }), { status: 404 });
      return this.save(vodUuid, siteVodFields(video));
    }
    const found = await this.matchIn(vod, await this.listFor(videoArchive, vod, signal));
    if (found.id === null)
      throw new UserError(message(found.neverSaved ? 'error.not-matched.never-kept' : 'error.not-matched.not-yet'));
    return found;
  }

  /** Matches all waiting VODs with one list of the site. @returns number of matches */
  async matchAll(vods: readonly VodEntity[], signal: AbortSignal): Promise<number> {
    const [first] = vods.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    if (!first) return 0;
    const listed = await this.listFor(videoArchiveOf(this.sites, first.providerKind), first, signal);
    let found = 0;
    for (const vod of vods) if ((await this.matchIn(vod, listed)).id !== null) found += 1;
    return found;
  }

  /** @throws UserError `no-site-vod`: the VOD has no video at the site, or was not matched yet */
  async checkMute(vodUuid: string, signal: AbortSignal): Promise<SiteVod> {
    const vod = await this.vod(vodUuid);
    const id = idOf(vod);
    if (id === null) throw new UserError(message('error.no-site-vod.vod-id'));
    const video = await videoArchiveOf(this.sites, vod.providerKind).video(id, signal);
    return this.save(vodUuid, video ? siteVodFields(video) : { exists: 'no' });
  }

  /** Checks whether the videos still exist. @returns VODs whose video was deleted since the last check */
  async checkExistence(vods: readonly VodEntity[], signal: AbortSignal): Promise<readonly VodEntity[]> {
    const gone: VodEntity[] = [];
    for (const [kind, ofKind] of Map.groupBy(
      vods.filter((v) => idOf(v) !== null),
      (v) => v.providerKind,
    )) {
      const answers = await this.sites
        .of(kind)
        .videoArchive?.exist([...new Set(ofKind.map((v) => idOf(v) ?? ''))], signal);
      for (const vod of ofKind)
        if (await this.saveExistence(vod, answers?.get(idOf(vod) ?? '') ?? 'unknown')) gone.push(vod);
    }
    return gone;
  }

  /**
   * A check without a result keeps the previous state.
   * @returns whether the video was deleted since the last check
   */
  private async saveExistence(vod: VodEntity, exists: SiteVod['exists']): Promise<boolean> {
    if (exists === 'unknown') return false;
    await this.save(vod.uuid, { exists });
    return exists === 'no' && vod.siteVod?.exists !== 'no';
  }

  private async matchIn(vod: VodEntity, listed: ListedVideos): Promise<SiteVod> {
    const broadcast = {
      streamId: broadcastOf(vod.streamId),
      startedAt: vod.startedAt.getTime(),
      endedAt: vod.endedAt?.getTime() ?? null,
    };
    const videos = listed.videos.map((video) => ({
      ...video,
      createdAt: video.createdAt.getTime(),
      isArchive: video.kind === 'archive',
      video,
    }));
    const matched = matchVideo(videos, broadcast);
    if (matched) return this.save(vod.uuid, siteVodFields(matched.video));
    const neverSaved = wasNeverStored(broadcast, { videos, isWhole: listed.isWhole }, Date.now());
    return this.save(vod.uuid, { matchedAt: Date.now(), neverSaved });
  }

  /** Lists the channel's videos back to the start of this VOD. */
  private async listFor(videoArchive: VideoArchive, vod: VodEntity, signal: AbortSignal): Promise<ListedVideos> {
    const channel = await this.channels.find(vod.channelUuid);
    const videos: PastVideo[] = [];
    let cursor: string | undefined;
    for (let page = 0; channel && page < MAX_PAGES; page += 1) {
      const { rows, cursor: next } = await videoArchive.videos(
        channel.sourceId,
        { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) },
        signal,
      );
      videos.push(...rows);
      if (next === null) return { videos, isWhole: true };
      if (videos.some((video) => video.createdAt.getTime() < vod.startedAt.getTime() - 3_600_000)) break;
      cursor = next;
    }
    return { videos, isWhole: false };
  }

  private async save(vodUuid: string, found: Partial<SiteVod>): Promise<SiteVod> {
    const checkedAt = Date.now();
    const saved = await this.writer.update(vodUuid, async (vod, tx) => {
      const before = vod.siteVod;
      vod.siteVod = { ...(before ?? UNKNOWN_SITE_VOD), ...found, checkedAt };
      await this.notifications.addAll(siteVodEvents(before, vod), tx);
      return true;
    });
    return saved?.siteVod ?? { ...UNKNOWN_SITE_VOD, ...found, checkedAt };
  }

  private async vod(uuid: string): Promise<VodEntity> {
    const vod = await this.vods.find(uuid);
    if (!vod) throw VOD_MISSING();
    return vod;
  }
}

const idOf = (vod: VodEntity): string | null => vod.siteVod?.id ?? null;
