import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { Transactions } from '../database/tx.js';
import { KeyValueEntity } from '../entities/keyvalue.entity.js';

const notExpired = (at: Date) => [{ expiresAt: IsNull() }, { expiresAt: MoreThan(at) }];

@Injectable()
export class KeyValueRepository {
  constructor(private readonly transactions: Transactions) {}

  all(at: Date): Promise<KeyValueEntity[]> {
    return this.transactions.plain.find(KeyValueEntity, { where: notExpired(at), order: { key: 'ASC' } });
  }

  find(key: string, at: Date): Promise<KeyValueEntity | null> {
    return this.transactions.plain.findOne(KeyValueEntity, { where: notExpired(at).map((is) => ({ key, ...is })) });
  }

  /**
   * Replaces the value of a key. Also deletes expired rows, so that no sweep is needed.
   * @param mayReplace whether the row may replace the existing one (null: there is none); no other write can happen in
   *   between
   * @returns the previous row and the saved one; `saved` is null if `mayReplace` refused
   */
  async put(
    row: Omit<KeyValueEntity, 'version'>,
    mayReplace: (before: KeyValueEntity | null) => boolean,
  ): Promise<{ readonly before: KeyValueEntity | null; readonly saved: KeyValueEntity | null }> {
    return this.transactions.run(async (tx) => {
      // A key that does not exist yet has no row to lock.
      await tx.query('LOCK TABLE keyvalue IN SHARE ROW EXCLUSIVE MODE');
      await tx.delete(KeyValueEntity, { expiresAt: LessThanOrEqual(row.createdAt) });
      const before = await tx.findOneBy(KeyValueEntity, { key: row.key });
      if (!mayReplace(before)) return { before, saved: null };
      await tx.delete(KeyValueEntity, { key: row.key });
      return { before, saved: await tx.save(Object.assign(new KeyValueEntity(), row)) };
    });
  }

  /** @returns whether it existed */
  async remove(key: string, at: Date): Promise<boolean> {
    const found = await this.find(key, at);
    const { affected } = await this.transactions.plain.delete(KeyValueEntity, { key });
    return found !== null && affected === 1;
  }

  async clear(): Promise<void> {
    await this.transactions.plain.clear(KeyValueEntity);
  }
}
