import { Injectable } from '@nestjs/common';
import { type SelectQueryBuilder } from 'typeorm';
import { Transactions } from '../database/tx.js';
import { VodEntity } from '../entities/vod.entity.js';

/** v0's names of the checks that go over the whole library (docs/reference/v0-api.md#jobs). */
export const SITE_CHECKS = ['check_muted_vods', 'check_deleted_vods', 'match_vods'] as const;
export type SiteCheck = (typeof SITE_CHECKS)[number];

/**
 * Which VODs: those whose broadcast is over and that a check has to ask for. `force`: those too that have an answer.
 * `channelUuid`: null: of all channels.
 */
interface SiteQuestion {
  readonly what: SiteCheck;
  readonly channelUuid: string | null;
  readonly force: boolean;
}

const ID = "v.site_vod ->> 'id'";
const NOT_GONE = "v.site_vod ->> 'exists' IS DISTINCT FROM 'no'";

/** VODs that a site is to be asked about, a page at a time: a library has more than fit in memory. */
@Injectable()
export class SiteVodRepository {
  constructor(private readonly transactions: Transactions) {}

  count(question: SiteQuestion): Promise<number> {
    return this.due(question).getCount();
  }

  /** In the order of their uuids, so that what gets its answer meanwhile moves none from page to page. */
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

  /** All of one channel: they are found in one list of the site. */
  ofChannel(question: SiteQuestion & { readonly channelUuid: string }): Promise<VodEntity[]> {
    return this.due(question).orderBy('v.startedAt').getMany();
  }

  /** What has its answer already is asked for again only at the operator's request. */
  private due({ what, channelUuid, force }: SiteQuestion): SelectQueryBuilder<VodEntity> {
    const query = this.transactions.plain
      .createQueryBuilder(VodEntity, 'v')
      .where('NOT v.assigned AND v.endedAt IS NOT NULL');
    if (channelUuid !== null) query.andWhere('v.channelUuid = :channelUuid', { channelUuid });
    if (what === 'match_vods') return force ? query : query.andWhere(`${ID} IS NULL`);
    query.andWhere(`${ID} IS NOT NULL`);
    if (what === 'check_deleted_vods') return force ? query : query.andWhere(NOT_GONE);
    query.andWhere(NOT_GONE);
    return force ? query : query.andWhere("v.site_vod ->> 'muted' IS DISTINCT FROM 'yes'");
  }
}
