import { matchVideo, wasNeverStored } from '#libs/domain';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Past, type PastVideo } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { Sites } from '../../sites/sites.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { type SiteVod, UNKNOWN_SITE_VOD } from '../../persistence/entities/site-vod.js';
import { broadcastOf } from '../../persistence/entities/stream-id.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { siteVodFields } from './site-vod-fields.js';
import { pastOf } from '../../sites/past-of.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';

/** As many as one page of a site has. */
const PAGE = 100;
const PAGES = 5;

interface Listed {
  readonly videos: readonly PastVideo[];
  readonly isWhole: boolean;
}

/**
 * What a site still has of our VODs: which video it is, whether it is there, what is muted in it. What cannot be determined
 * is never read as "no".
 */
@Injectable()
export class SiteVods {
  constructor(
    private readonly sites: Sites,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly writer: VodWriter,
  ) {}

  /**
   * @param videoId take this one, whatever the site's list says
   * @throws UserError `vod-missing`, `no-past`, `video-missing`, `not-matched`
   */
  async match(vodUuid: string, videoId: string | null, signal: AbortSignal): Promise<SiteVod> {
    const vod = await this.vod(vodUuid);
    const past = pastOf(this.sites, vod.providerKind);
    if (videoId !== null) {
      const video = await past.video(videoId, signal);
      if (!video) throw new UserError(message('error.video-missing.id', { id: videoId }), { status: 404 });
      return this.save(vodUuid, siteVodFields(video));
    }
    const found = await this.matchIn(vod, await this.listFor(past, vod, signal));
    if (found.id === null)
      throw new UserError(message(found.neverSaved ? 'error.not-matched.never-kept' : 'error.not-matched.not-yet'));
    return found;
  }

  /** Those of one list, for all that wait for a match. @returns how many were found */
  async matchAll(vods: readonly VodEntity[], signal: AbortSignal): Promise<number> {
    const [first] = vods.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    if (!first) return 0;
    const listed = await this.listFor(pastOf(this.sites, first.providerKind), first, signal);
    let found = 0;
    for (const vod of vods) if ((await this.matchIn(vod, listed)).id !== null) found += 1;
    return found;
  }

  /** @throws UserError `no-site-vod` - it has no video at the site, or none was looked for */
  async checkMute(vodUuid: string, signal: AbortSignal): Promise<SiteVod> {
    const vod = await this.vod(vodUuid);
    const id = idOf(vod);
    if (id === null) throw new UserError(message('error.no-site-vod.vod-id'));
    const video = await pastOf(this.sites, vod.providerKind).video(id, signal);
    return this.save(vodUuid, video ? siteVodFields(video) : { exists: 'no' });
  }

  /** Whether the videos are still there. @returns VODs whose video is gone since the last check */
  async checkExistence(vods: readonly VodEntity[], signal: AbortSignal): Promise<readonly VodEntity[]> {
    const gone: VodEntity[] = [];
    for (const [kind, ofKind] of Map.groupBy(
      vods.filter((v) => idOf(v) !== null),
      (v) => v.providerKind,
    )) {
      const answers = await this.sites.of(kind).past?.exist([...new Set(ofKind.map((v) => idOf(v) ?? ''))], signal);
      for (const vod of ofKind)
        if (await this.saveExistence(vod, answers?.get(idOf(vod) ?? '') ?? 'unknown')) gone.push(vod);
    }
    return gone;
  }

  /**
   * A check without a result leaves what was known before.
   * @returns whether it is gone since the last check
   */
  private async saveExistence(vod: VodEntity, exists: SiteVod['exists']): Promise<boolean> {
    if (exists === 'unknown') return false;
    await this.save(vod.uuid, { exists });
    return exists === 'no' && vod.siteVod?.exists !== 'no';
  }

  private async matchIn(vod: VodEntity, listed: Listed): Promise<SiteVod> {
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

  /** The channel's videos back to before this VOD. */
  private async listFor(past: Past, vod: VodEntity, signal: AbortSignal): Promise<Listed> {
    const channel = await this.channels.find(vod.channelUuid);
    const videos: PastVideo[] = [];
    let cursor: string | undefined;
    for (let page = 0; channel && page < PAGES; page += 1) {
      const { rows, cursor: next } = await past.videos(
        channel.sourceId,
        { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
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
    const saved = await this.writer.update(vodUuid, (vod) => {
      vod.siteVod = { ...(vod.siteVod ?? UNKNOWN_SITE_VOD), ...found, checkedAt };
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
