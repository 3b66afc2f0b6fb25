import { Injectable } from '@nestjs/common';
import { Transactions } from '../db/tx.js';
import { PictureEntity } from './picture.entity.js';

@Injectable()
export class PictureRepository {
  constructor(private readonly transactions: Transactions) {}

  find(id: string): Promise<PictureEntity | null> {
    return this.transactions.plain.findOneBy(PictureEntity, { id });
  }

  /** Keeps what is known of it. */
  async add(id: string, url: string): Promise<void> {
    await this.transactions.plain.createQueryBuilder().insert().into(PictureEntity).values({ id, url, contentType: null, fetchedAt: null, triedAt: null }).orIgnore().execute();
  }

  async note(id: string, found: Partial<Pick<PictureEntity, 'contentType' | 'fetchedAt' | 'triedAt'>>): Promise<void> {
    await this.transactions.plain.update(PictureEntity, { id }, found);
  }
}
