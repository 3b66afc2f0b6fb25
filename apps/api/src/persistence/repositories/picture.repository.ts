import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/tx.js';
import { PictureEntity } from '../entities/picture.entity.js';

@Injectable()
export class PictureRepository {
  constructor(private readonly transactions: Transactions) {}

  find(id: string): Promise<PictureEntity | null> {
    return this.transactions.plain.findOneBy(PictureEntity, { id });
  }

  /** Adds images that are not downloaded yet; ignores known ids. */
  async add(...pictures: readonly { readonly id: string; readonly url: string }[]): Promise<void> {
    if (pictures.length === 0) return;
    await this.transactions.plain
      .createQueryBuilder()
      .insert()
      .into(PictureEntity)
      .values(pictures.map(({ id, url }) => ({ id, url, contentType: null, fetchedAt: null, triedAt: null })))
      .orIgnore()
      .execute();
  }

  async save(id: string, found: Partial<Pick<PictureEntity, 'contentType' | 'fetchedAt' | 'triedAt'>>): Promise<void> {
    await this.transactions.plain.update(PictureEntity, { id }, found);
  }
}
