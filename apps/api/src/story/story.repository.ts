import { type ViewerSample } from '#libs/domain';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Transactions } from '../db/tx.js';
import { GameRepository } from '../modules/game/game.repository.js';
import { ChapterEntity, ViewersEntity } from './story.entity.js';

/** Most points that one list of viewers carries: a day is thinned, an hour is whole. */
const POINTS = 240;

export interface StoryRows { readonly chapters: readonly ChapterEntity[]; readonly viewers: readonly ViewerSample[] }

@Injectable()
export class StoryRepository {
  constructor(private readonly transactions: Transactions, private readonly games: GameRepository) {}

  lastChapter(vodUuid: string): Promise<ChapterEntity | null> {
    return this.transactions.plain.findOne(ChapterEntity, { where: { vodUuid }, order: { at: 'DESC' } });
  }

  lastViewers(vodUuid: string): Promise<ViewersEntity | null> {
    return this.transactions.plain.findOne(ViewersEntity, { where: { vodUuid }, order: { at: 'DESC' } });
  }

  async addChapter(chapter: Omit<ChapterEntity, never>): Promise<void> {
    await this.transactions.plain.upsert(ChapterEntity, chapter, ['vodUuid', 'at']);
  }

  /** Ids of the operator's favourite games. */
  async favourites(): Promise<ReadonlySet<string>> {
    return new Set(await this.games.favourites());
  }

  async addViewers(sample: ViewersEntity): Promise<void> {
    await this.transactions.plain.upsert(ViewersEntity, sample, ['vodUuid', 'at']);
  }

  chapters(vodUuids: readonly string[]): Promise<ChapterEntity[]> {
    return vodUuids.length === 0 ? Promise.resolve([]) : this.transactions.plain.find(ChapterEntity, { where: { vodUuid: In([...vodUuids]) }, order: { at: 'ASC' } });
  }

  /** In order of time, thinned to some hundred points each. */
  async viewers(vodUuids: readonly string[]): Promise<ViewersEntity[]> {
    if (vodUuids.length === 0) return [];
    const rows = await this.transactions.plain.query<{ vod_uuid: string; at: string; amount: number }[]>(`SELECT vod_uuid, at, amount FROM (
      SELECT vod_uuid, at, amount, row_number() OVER w AS n, count(*) OVER (PARTITION BY vod_uuid) AS total FROM vod_viewers WHERE vod_uuid = ANY($1) WINDOW w AS (PARTITION BY vod_uuid ORDER BY at)
    ) s WHERE (n - 1) % GREATEST(1, CEIL(total / ${POINTS}.0)::int) = 0 OR n = total ORDER BY at`, [[...vodUuids]]);
    return rows.map((r) => ({ vodUuid: r.vod_uuid, at: Number(r.at), amount: r.amount }));
  }

  /** All of one VOD: what the manifest keeps. */
  async whole(vodUuid: string): Promise<StoryRows> {
    const [chapters, viewers] = await Promise.all([this.chapters([vodUuid]), this.transactions.plain.find(ViewersEntity, { where: { vodUuid }, order: { at: 'ASC' } })]);
    return { chapters, viewers };
  }
}
