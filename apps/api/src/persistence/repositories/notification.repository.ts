import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/tx.js';
import { NotificationCategoryEntity } from '../entities/notification.entity.js';

@Injectable()
export class NotificationRepository {
  constructor(private readonly transactions: Transactions) {}

  async all(): Promise<Map<string, number>> {
    return new Map(
      (await this.transactions.plain.find(NotificationCategoryEntity)).map(({ name, bits }) => [name, bits]),
    );
  }

  /**
   * Saves all or none.
   * @param bits undefined: unchanged
   */
  async put(bits: Readonly<Record<string, number | undefined>>): Promise<void> {
    const rows = Object.entries(bits).flatMap(([name, value]) => (value === undefined ? [] : [{ name, bits: value }]));
    if (rows.length > 0) await this.transactions.plain.upsert(NotificationCategoryEntity, rows, ['name']);
  }
}
