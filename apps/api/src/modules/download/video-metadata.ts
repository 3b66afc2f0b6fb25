import { type Past, type PastChapter, type PastVideo } from '#libs/providers';
import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '#libs/errors';
import { Sites } from '../../sites/sites.js';
import { StreamMetadata } from '../../vods/stream-metadata.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';

const LIMIT_MS = 15_000;

/** What a kept video was about when, by its site, as the chapters of its VOD. */
@Injectable()
export class VideoMetadata {
  private readonly log = new Logger('download');

  constructor(
    private readonly sites: Sites,
    private readonly metadata: StreamMetadata,
  ) {}

  /**
   * One chapter where the site tells none: a VOD has a title from its first moment. A site that does not answer now
   * costs the chapters, never the download.
   */
  async of(video: PastVideo, providerKind: string): Promise<readonly PastChapter[]> {
    const siteChapters = await this.fetchChapters(this.sites.of(providerKind).past, video.id);
    // What such a chapter is called is the category once more; the video has one title all along.
    return siteChapters.length > 0
      ? siteChapters.map((chapter) => ({ ...chapter, title: video.title }))
      : [{ atMs: 0 as PastChapter['atMs'], title: video.title, category: null }];
  }

  /**
   * Puts chapters where they stand on the site's clock, on which the video began at `videoAt`; the same again changes
   * nothing. A part of a video begins with what was on then.
   */
  async record({ uuid, startedAt }: VodEntity, chapters: readonly PastChapter[], videoAt: number): Promise<void> {
    const begin = startedAt.getTime();
    const behind = chapters.filter((c) => videoAt + c.atMs > begin);
    const first = chapters.findLast((c) => videoAt + c.atMs <= begin);
    for (const { atMs, title, category } of first ? [{ ...first, atMs: begin - videoAt }, ...behind] : behind) {
      await this.metadata.record(uuid, {
        title,
        category,
        tags: [],
        language: '',
        isMature: false,
        viewers: null,
        at: videoAt + atMs,
      });
    }
  }

  /** The chapters as the site knows them now. */
  async refresh(
    vod: VodEntity,
    { videoId, providerKind, startedAt }: { videoId: string; providerKind: string; startedAt: number },
  ): Promise<void> {
    const video = await this.sites
      .of(providerKind)
      .past?.video(videoId, AbortSignal.timeout(LIMIT_MS))
      .catch(() => null);
    if (video) await this.record(vod, await this.of(video, providerKind), startedAt);
  }

  private async fetchChapters(past: Past | null, id: string): Promise<readonly PastChapter[]> {
    try {
      return (await past?.chapters(id, AbortSignal.timeout(LIMIT_MS))) ?? [];
    } catch (thrown) {
      this.log.warn(`video ${id}: no chapters from the site: ${messageOf(thrown)}`);
      return [];
    }
  }
}
