import { SELF_TEST_KIND, type VodState } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/tx.js';
import { VodEntity } from '../entities/vod.entity.js';

/**
 * Filters; an undefined one does not apply. `words`: each is a prefix of a word of the title or the name. `before`: the
 * VOD started earlier, or at the same time and sorts after `beforeUuid`.
 */
export interface VodQuestion {
  readonly channelUuid: string | undefined;
  readonly states: readonly VodState[] | undefined;
  readonly words: readonly string[];
  readonly before: Date | undefined;
  readonly beforeUuid?: string | undefined;
  readonly archived: boolean;
  readonly limit: number;
}

/** Finds VODs for lists, newest first. */
@Injectable()
export class VodSearch {
  constructor(private readonly transactions: Transactions) {}

  find({ channelUuid, states, words, before, beforeUuid, archived, limit }: VodQuestion): Promise<VodEntity[]> {
    const query = this.transactions.plain
      .createQueryBuilder(VodEntity, 'v')
      .where(archived ? 'v.archivedAt IS NOT NULL' : 'v.archivedAt IS NULL')
      .andWhere('v.providerKind <> :hidden', { hidden: SELF_TEST_KIND })
      .orderBy('v.startedAt', 'DESC')
      .addOrderBy('v.uuid')
      .take(limit);
    if (channelUuid !== undefined) query.andWhere('v.channelUuid = :channelUuid', { channelUuid });
    if (states !== undefined) query.andWhere('v.state IN (:...states)', { states });
    if (words.length > 0)
      query.andWhere("vod_words(v.title, v.basename) @@ to_tsquery('simple', :words)", {
        words: words.map((word) => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}':*`).join(' & '),
      });
    if (before !== undefined)
      query.andWhere('(v.startedAt < :before OR (v.startedAt = :before AND v.uuid > :beforeUuid))', {
        before,
        beforeUuid: beforeUuid ?? null,
      });
    return query.getMany();
  }
}
