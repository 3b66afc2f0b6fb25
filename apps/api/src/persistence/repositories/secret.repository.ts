import { Injectable } from '@nestjs/common';
import { DataSource, LessThanOrEqual, Like } from 'typeorm';
import { SecretEntity } from '../entities/secret.entity.js';

@Injectable()
export class SecretRepository {
  constructor(private readonly db: DataSource) {}

  async find(name: string): Promise<string | null> {
    return (await this.db.manager.findOneBy(SecretEntity, { name }))?.envelope ?? null;
  }

  async remove(name: string): Promise<void> {
    await this.db.manager.delete(SecretEntity, { name });
  }

  /** @param start of the names; without characters that LIKE gives a meaning */
  async removeOlder(start: string, than: Date): Promise<void> {
    await this.db.manager.delete(SecretEntity, { name: Like(`${start}%`), updatedAt: LessThanOrEqual(than) });
  }

  /** @returns the stored envelope: an earlier one stays */
  async putIfAbsent(name: string, envelope: string, at: Date): Promise<string> {
    await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(SecretEntity)
      .values({ name, envelope, updatedAt: at })
      .orIgnore()
      .execute();
    return (await this.find(name)) ?? envelope;
  }

  async put(name: string, envelope: string, at: Date): Promise<void> {
    await this.db.manager.upsert(SecretEntity, { name, envelope, updatedAt: at }, ['name']);
  }
}
