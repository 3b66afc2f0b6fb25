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

  open(kind: NoticeEntity['kind']): Promise<NoticeEntity[]> {
    return this.transactions.plain.find(NoticeEntity, { where: { kind, resolvedAt: IsNull() } });
  }

  /**
   * The notice of this key under its lock; `fresh` becomes it where there is none, though another raises the same at
   * this moment.
   */
  async claim(fresh: NoticeEntity, tx: Tx): Promise<NoticeEntity> {
    await tx.createQueryBuilder().insert().into(NoticeEntity).values(fresh).orIgnore().execute();
    return tx.findOneOrFail(NoticeEntity, { where: { key: fresh.key }, lock: { mode: 'pessimistic_write' } });
  }

  async save(notice: NoticeEntity, tx: Tx): Promise<void> {
    await tx.save(notice);
  }

  /** @returns whether it was open */
  async resolve(key: string, at: Date): Promise<boolean> {
    const done = await this.transactions.plain.update(NoticeEntity, { key, resolvedAt: IsNull() }, { resolvedAt: at });
    return (done.affected ?? 0) > 0;
  }

  /** @returns whether it was there */
  async remove(id: string): Promise<boolean> {
    const done = await this.transactions.plain.delete(NoticeEntity, { id });
    return (done.affected ?? 0) > 0;
  }

  /** Those that are over, and that nobody dismissed for long. */
  async forget(before: Date): Promise<void> {
    await this.transactions.plain.delete(NoticeEntity, { resolvedAt: LessThan(before) });
  }
}
