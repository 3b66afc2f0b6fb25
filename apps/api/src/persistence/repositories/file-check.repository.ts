import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/tx.js';
import { FileEntity } from '../entities/file.entity.js';

/** Finds stored files that are due for a comparison of their bytes. */
@Injectable()
export class FileCheckRepository {
  constructor(private readonly transactions: Transactions) {}

  /** The file that was not verified for the longest time, and not since `before`; null if there is none. */
  next(before: Date): Promise<FileEntity | null> {
    return this.transactions.plain
      .createQueryBuilder(FileEntity, 'f')
      .where('NOT f.deleted AND f.missingSince IS NULL AND (f.verifiedAt IS NULL OR f.verifiedAt < :before)', {
        before,
      })
      .orderBy('f.verifiedAt', 'ASC', 'NULLS FIRST')
      .addOrderBy('f.id')
      .limit(1)
      .getOne();
  }

  /** @param crc32 checksum to compare with from now on; null: leave it */
  async saveVerified({ id, key }: Pick<FileEntity, 'id' | 'key'>, crc32: string | null): Promise<void> {
    await this.transactions.plain.query(
      'UPDATE file SET verified_at = now(), crc32 = coalesce(crc32, $3) WHERE id = $1 AND key = $2',
      [id, key, crc32],
    );
  }
}
