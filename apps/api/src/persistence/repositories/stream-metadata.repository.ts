import { type ViewerSample } from '#libs/domain';
import { type Category } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { Transactions, type Tx } from '../database/tx.js';
import { GameRepository } from './game.repository.js';
import { ChapterEntity, ViewersEntity } from '../entities/stream-metadata.entity.js';

/** About the most samples of viewers that a list has. A VOD with more of them is thinned out evenly. */
const MAX_SAMPLES = 240;

type SiteChapter = Pick<ChapterEntity, 'vodUuid' | 'at' | 'title' | 'category' | 'isMature'>;
export interface StreamMetadataRows {
  readonly chapters: readonly ChapterEntity[];
  readonly viewers: readonly ViewerSample[];
}

@Injectable()
export class StreamMetadataRepository {
  constructor(
    private readonly transactions: Transactions,
    private readonly games: GameRepository,
  ) {}

  /** The latest chapter of the site, even if the operator's chapters hide it. */
  lastChapter(vodUuid: string): Promise<ChapterEntity | null> {
    return this.transactions.plain.findOne(ChapterEntity, {
      where: { vodUuid, toldBy: 'site' },
      order: { at: 'DESC' },
    });
  }

  lastViewers(vodUuid: string): Promise<ViewersEntity | null> {
    return this.transactions.plain.findOne(ViewersEntity, { where: { vodUuid }, order: { at: 'DESC' } });
  }

  /**
   * Adds a chapter of the site and raises the edit version, so that edits of the older chapters are refused.
   * @returns the channel of its VOD; null if the VOD is deleted
   */
  async addChapter(chapter: SiteChapter): Promise<string | null> {
    return this.transactions.run(async (tx) => {
      const [rows] = await tx.query<[{ channel_uuid: string }[], number]>(
        'UPDATE vod SET edit_version = edit_version + 1 WHERE uuid = $1 RETURNING channel_uuid',
        [chapter.vodUuid],
      );
      await tx.upsert(ChapterEntity, { ...chapter, toldBy: 'site', hidden: false }, ['vodUuid', 'at', 'toldBy']);
      return rows[0]?.channel_uuid ?? null;
    });
  }

  /**
   * Replaces all existing chapters by the operator's. Later chapters of the site are added after them. The caller holds
   * the lock of the VOD's row.
   */
  async replaceChapters(vodUuid: string, chapters: readonly Omit<SiteChapter, 'vodUuid'>[], tx: Tx): Promise<void> {
    await tx.update(ChapterEntity, { vodUuid, toldBy: 'site' }, { hidden: true });
    await tx.delete(ChapterEntity, { vodUuid, toldBy: 'operator' });
    for (const chapter of chapters)
      await tx.insert(ChapterEntity, { ...chapter, vodUuid, toldBy: 'operator', hidden: false });
    await this.games.saveOfVod(vodUuid, tx);
  }

  /** All known categories of a site. */
  categories(kind: string, tx: Tx): Promise<readonly Category[]> {
    return this.games.ofSite(kind, tx);
  }

  /** Ids of the operator's favourite games. */
  async favourites(): Promise<ReadonlySet<string>> {
    return new Set(await this.games.favourites());
  }

  async addViewers(sample: ViewersEntity): Promise<void> {
    await this.transactions.plain.upsert(ViewersEntity, sample, ['vodUuid', 'at']);
  }

  /** Visible chapters, in order of time. */
  chapters(vodUuids: readonly string[], tx: Tx = this.transactions.plain): Promise<ChapterEntity[]> {
    return vodUuids.length === 0
      ? Promise.resolve([])
      : tx.find(ChapterEntity, { where: { vodUuid: Any([...vodUuids]), hidden: false }, order: { at: 'ASC' } });
  }

  /** Samples in order of time, thinned out to {@link MAX_SAMPLES} per VOD; the first and the last one stay. */
  async viewers(vodUuids: readonly string[]): Promise<ViewersEntity[]> {
    if (vodUuids.length === 0) return [];
    const rows = await this.transactions.plain.query<{ vod_uuid: string; at: string; amount: number }[]>(
      `SELECT vod_uuid, at, amount FROM (
        SELECT vod_uuid, at, amount,
          row_number() OVER (PARTITION BY vod_uuid ORDER BY at) AS n,
          count(*) OVER (PARTITION BY vod_uuid) AS total
        FROM vod_viewers WHERE vod_uuid = ANY($1)
      ) s
      WHERE (n - 1) % GREATEST(1, CEIL(total / ${MAX_SAMPLES}.0)::int) = 0 OR n = total
      ORDER BY at`,
      [[...vodUuids]],
    );
    return rows.map((r) => ({ vodUuid: r.vod_uuid, at: Number(r.at), amount: r.amount }));
  }

  /** All rows of one VOD for its manifest, including hidden chapters. */
  async allRows(vodUuid: string): Promise<StreamMetadataRows> {
    const [chapters, viewers] = await Promise.all([
      this.transactions.plain.find(ChapterEntity, { where: { vodUuid }, order: { at: 'ASC', toldBy: 'ASC' } }),
      this.transactions.plain.find(ViewersEntity, { where: { vodUuid }, order: { at: 'ASC' } }),
    ]);
    return { chapters, viewers };
  }
}
