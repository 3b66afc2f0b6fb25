import { type VideoArchive, type PastChapter, type PastVideo } from '#libs/providers';
import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '#libs/errors';
import { Sites } from '../../sites/sites.js';
import { StreamMetadata } from '../../vods/stream-metadata.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';

const SITE_TIMEOUT_MS = 15_000;

/** Saves the titles and categories of a video over time as the chapters of its VOD. */
@Injectable()
export class VideoMetadata {
  private readonly log = new Logger('download');

  constructor(
    private readonly sites: Sites,
    private readonly metadata: StreamMetadata,
  ) {}

  /**
   * Returns one chapter if the site has none: a VOD has a title from its first moment. If the site does not answer, the
   * VOD has no chapters of the site, but the download continues.
   */
  async chaptersOf(video: PastVideo, providerKind: string): Promise<readonly PastChapter[]> {
    const siteChapters = await this.fetchChapters(this.sites.of(providerKind).videoArchive, video.id);
    // The title of a site chapter repeats the category; the video has the same title throughout.
    return siteChapters.length > 0
      ? siteChapters.map((chapter) => ({ ...chapter, title: video.title }))
      : [{ atMs: 0 as PastChapter['atMs'], title: video.title, category: null }];
  }

  /**
   * Saves chapters at their site time; `videoAt` is the site time of the start of the video. Repeating it changes
   * nothing. A range of a video begins with the chapter that was active at its start.
   */
  async record({ uuid, startedAt }: VodEntity, chapters: readonly PastChapter[], videoAt: number): Promise<void> {
    const begin = startedAt.getTime();
    const later = chapters.filter((c) => videoAt + c.atMs > begin);
    const first = chapters.findLast((c) => videoAt + c.atMs <= begin);
    for (const { atMs, title, category } of first ? [{ ...first, atMs: begin - videoAt }, ...later] : later) {
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

  /** Saves the chapters that the site reports now. */
  async refresh(
    vod: VodEntity,
    { videoId, providerKind, startedAt }: { videoId: string; providerKind: string; startedAt: number },
  ): Promise<void> {
    const video = await this.sites
      .of(providerKind)
      .videoArchive?.video(videoId, AbortSignal.timeout(SITE_TIMEOUT_MS))
      .catch(() => null);
    if (video) await this.record(vod, await this.chaptersOf(video, providerKind), startedAt);
  }

  private async fetchChapters(videoArchive: VideoArchive | null, id: string): Promise<readonly PastChapter[]> {
    try {
      return (await videoArchive?.chapters(id, AbortSignal.timeout(SITE_TIMEOUT_MS))) ?? [];
    } catch (thrown) {
      this.log.warn(`video ${id}: no chapters from the site: ${messageOf(thrown)}`);
      return [];
    }
  }
}
