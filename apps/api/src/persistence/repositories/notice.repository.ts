import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import { Transactions, type Tx } from '../database/tx.js';
import { NoticeEntity } from '../entities/notice.entity.js';

@Injectable()
export class NoticeRepository {
  constructor(private readonly transactions: Transactions) {}

  list(limit: number): Promise<NoticeEntity[]> {
    return this.transactions.plain.find(NoticeEntity, { order: { lastAt: 'DESC' }, take: limit });
  }

  listOpen(kind: NoticeEntity['kind']): Promise<NoticeEntity[]> {
    return this.transactions.plain.find(NoticeEntity, { where: { kind, resolvedAt: IsNull() } });
  }

  isOpen(key: string): Promise<boolean> {
    return this.transactions.plain.existsBy(NoticeEntity, { key, resolvedAt: IsNull() });
  }

  /**
   * Returns the notice of this key, locked. Inserts `fresh` if there is none; safe if another transaction inserts the
   * same key.
   */
  async claim(fresh: NoticeEntity, tx: Tx): Promise<NoticeEntity> {
    await tx.createQueryBuilder().insert().into(NoticeEntity).values(fresh).orIgnore().execute();
    return tx.findOneOrFail(NoticeEntity, { where: { key: fresh.key }, lock: { mode: 'pessimistic_write' } });
  }

  async save(notice: NoticeEntity, tx: Tx): Promise<void> {
    await tx.save(notice);
  }

  /** @returns the notice if it was open */
  async resolve(key: string, { at, tx }: { readonly at: Date; readonly tx: Tx }): Promise<NoticeEntity | null> {
    const done = await tx.update(NoticeEntity, { key, resolvedAt: IsNull() }, { resolvedAt: at });
    return (done.affected ?? 0) > 0 ? tx.findOneBy(NoticeEntity, { key }) : null;
  }

  /** @returns true if it existed */
  async remove(id: string): Promise<boolean> {
    const done = await this.transactions.plain.delete(NoticeEntity, { id });
    return (done.affected ?? 0) > 0;
  }

  /** Deletes notices that were resolved before this time and that the operator did not dismiss. */
  async deleteResolvedBefore(before: Date): Promise<void> {
    await this.transactions.plain.delete(NoticeEntity, { resolvedAt: LessThan(before) });
  }
}
