import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OperatorEntity } from '../entities/operator.entity.js';

const ONLY_ID = 1;

@Injectable()
export class OperatorRepository {
  constructor(private readonly db: DataSource) {}

  async hash(): Promise<string | null> {
    return (await this.db.manager.findOneBy(OperatorEntity, { id: ONLY_ID }))?.passwordHash ?? null;
  }

  /** @returns false if a password exists already; it then stays */
  async setFirst(passwordHash: string, at: Date): Promise<boolean> {
    const made = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(OperatorEntity)
      .values({ id: ONLY_ID, passwordHash, changedAt: at })
      .orIgnore()
      .returning('id')
      .execute();
    return (made.raw as unknown[]).length > 0;
  }

  async set(passwordHash: string, at: Date, tx: EntityManager = this.db.manager): Promise<void> {
    await tx.upsert(OperatorEntity, { id: ONLY_ID, passwordHash, changedAt: at }, ['id']);
  }
}
