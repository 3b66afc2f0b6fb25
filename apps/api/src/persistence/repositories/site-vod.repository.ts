import { Injectable } from '@nestjs/common';
import { type SelectQueryBuilder } from 'typeorm';
import { Transactions } from '../database/tx.js';
import { VodEntity } from '../entities/vod.entity.js';

/** v0's names of the checks of the whole library (docs/reference/v0-api.md#jobs). */
export const SITE_CHECKS = ['check_muted_vods', 'check_deleted_vods', 'match_vods'] as const;
export type SiteCheck = (typeof SITE_CHECKS)[number];

/**
 * Selects VODs whose broadcast has ended and that a check must request from the site. `force`: also VODs that have an
 * answer. `channelUuid`: null: all channels.
 */
interface SiteQuestion {
  readonly what: SiteCheck;
  readonly channelUuid: string | null;
  readonly force: boolean;
}

const SITE_VIDEO_ID = "v.site_vod ->> 'id'";
const NOT_GONE = "v.site_vod ->> 'exists' IS DISTINCT FROM 'no'";

/** VODs to check at a site, page by page, because a library does not fit in memory. */
@Injectable()
export class SiteVodRepository {
  constructor(private readonly transactions: Transactions) {}

  count(question: SiteQuestion): Promise<number> {
    return this.due(question).getCount();
  }

  /** In the order of their uuids, so that VODs that get an answer meanwhile do not shift the pages. */
  async *pages(question: SiteQuestion, size: number): AsyncGenerator<readonly VodEntity[], void, undefined> {
    for (let after: string | null = null; ;) {
      const query: SelectQueryBuilder<VodEntity> = this.due(question).orderBy('v.uuid').take(size);
      const page: VodEntity[] = await (after === null ? query : query.andWhere('v.uuid > :after', { after })).getMany();
      if (page.length > 0) yield page;
      if (page.length < size) return;
      after = page.at(-1)?.uuid ?? null;
    }
  }

  /** Channels that have such VODs. */
  async channels(question: SiteQuestion): Promise<string[]> {
    const rows = await this.due(question).select('v.channelUuid', 'uuid').distinct(true).getRawMany<{ uuid: string }>();
    return rows.map((row) => row.uuid);
  }

  /** All such VODs of one channel, because one list of the site contains them. */
  ofChannel(question: SiteQuestion & { readonly channelUuid: string }): Promise<VodEntity[]> {
    return this.due(question).orderBy('v.startedAt').getMany();
  }

  /** VODs with an answer are checked again only if the operator requests it. */
  private due({ what, channelUuid, force }: SiteQuestion): SelectQueryBuilder<VodEntity> {
    const query = this.transactions.plain
      .createQueryBuilder(VodEntity, 'v')
      .where('NOT v.assigned AND v.endedAt IS NOT NULL');
    if (channelUuid !== null) query.andWhere('v.channelUuid = :channelUuid', { channelUuid });
    if (what === 'match_vods') return force ? query : query.andWhere(`${SITE_VIDEO_ID} IS NULL`);
    query.andWhere(`${SITE_VIDEO_ID} IS NOT NULL`);
    if (what === 'check_deleted_vods') return force ? query : query.andWhere(NOT_GONE);
    query.andWhere(NOT_GONE);
    return force ? query : query.andWhere("v.site_vod ->> 'muted' IS DISTINCT FROM 'yes'");
  }
}
