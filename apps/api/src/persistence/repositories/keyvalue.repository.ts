import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { isStale, logReplaced } from '../database/edit-conflict.js';
import { Transactions } from '../database/tx.js';
import { KeyValueEntity } from '../entities/keyvalue.entity.js';

const alive = (at: Date) => [{ expiresAt: IsNull() }, { expiresAt: MoreThan(at) }];

@Injectable()
export class KeyValueRepository {
  constructor(private readonly transactions: Transactions) {}

  all(at: Date): Promise<KeyValueEntity[]> {
    return this.transactions.plain.find(KeyValueEntity, { where: alive(at), order: { key: 'ASC' } });
  }

  find(key: string, at: Date): Promise<KeyValueEntity | null> {
    return this.transactions.plain.findOne(KeyValueEntity, { where: alive(at).map((is) => ({ key, ...is })) });
  }

  /**
   * What has expired goes with it, so that nothing has to sweep.
   * @param version that the edit was made from, 0 where there was none; undefined: whatever is there is replaced
   * @returns what is stored now, or what is there in place of the version that was sent
   */
  async put(
    row: Omit<KeyValueEntity, 'version'>,
    version?: number,
  ): Promise<{ readonly saved: KeyValueEntity } | { readonly stale: KeyValueEntity | null }> {
    const { before, saved } = await this.transactions.run(async (tx) => {
      // A key that is not there yet has no row to lock.
      await tx.query('LOCK TABLE keyvalue IN SHARE ROW EXCLUSIVE MODE');
      await tx.delete(KeyValueEntity, { expiresAt: LessThanOrEqual(row.createdAt) });
      const before = await tx.findOneBy(KeyValueEntity, { key: row.key });
      if (isStale(version, before?.version ?? 0)) return { before, saved: null };
      await tx.delete(KeyValueEntity, { key: row.key });
      return { before, saved: await tx.save(KeyValueEntity, row) };
    });
    if (!saved) return { stale: before };
    if (version === undefined)
      logReplaced('key-values', [{ name: row.key, was: before?.value ?? null, now: row.value }]);
    return { saved };
  }

  /** @returns whether there was one */
  async remove(key: string, at: Date): Promise<boolean> {
    const found = await this.find(key, at);
    const { affected } = await this.transactions.plain.delete(KeyValueEntity, { key });
    return found !== null && affected === 1;
  }

  async clear(): Promise<void> {
    await this.transactions.plain.clear(KeyValueEntity);
  }
}
