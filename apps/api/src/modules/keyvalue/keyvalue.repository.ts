import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { Transactions } from '../../db/tx.js';
import { KeyValueEntity } from './keyvalue.entity.js';

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

  /** What has expired goes with it, so that nothing has to sweep. */
  async put(row: KeyValueEntity): Promise<void> {
    await this.transactions.plain.delete(KeyValueEntity, { expiresAt: LessThanOrEqual(row.createdAt) });
    await this.transactions.plain.upsert(KeyValueEntity, row, ['key']);
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
