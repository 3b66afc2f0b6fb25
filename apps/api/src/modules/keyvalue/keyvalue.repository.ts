import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { type EditedField } from '../../core/lost-edits.js';
import { type Editor, RecentEdits } from '../../core/recent-edits.repository.js';
import { Transactions } from '../../db/tx.js';
import { KeyValueEntity } from './keyvalue.entity.js';

const alive = (at: Date) => [{ expiresAt: IsNull() }, { expiresAt: MoreThan(at) }];

@Injectable()
export class KeyValueRepository {
  constructor(
    private readonly transactions: Transactions,
    private readonly edits: RecentEdits,
  ) {}

  all(at: Date): Promise<KeyValueEntity[]> {
    return this.transactions.plain.find(KeyValueEntity, { where: alive(at), order: { key: 'ASC' } });
  }

  find(key: string, at: Date): Promise<KeyValueEntity | null> {
    return this.transactions.plain.findOne(KeyValueEntity, { where: alive(at).map((is) => ({ key, ...is })) });
  }

  /**
   * What has expired goes with it, so that nothing has to sweep.
   * @returns what another edit had just set
   */
  put(row: KeyValueEntity, editor: Editor): Promise<EditedField[]> {
    return this.transactions.run(async (tx) => {
      await this.edits.lock('keyvalue', tx);
      await tx.delete(KeyValueEntity, { expiresAt: LessThanOrEqual(row.createdAt) });
      const before = await tx.findOne(KeyValueEntity, { where: { key: row.key } });
      await tx.upsert(KeyValueEntity, row, ['key']);
      const field = { name: row.key, was: before?.value ?? null, now: row.value };
      return this.edits.note('keyvalue', [field], { editor, tx });
    });
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
