import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
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

  /** Whatever the password is, also none. */
  async set(passwordHash: string, at: Date): Promise<void> {
    await this.db.query(
      `INSERT INTO operator (id, password_hash, changed_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE
        SET password_hash = excluded.password_hash, changed_at = excluded.changed_at,
          link_epoch = operator.link_epoch + 1`,
      [ONLY_ID, passwordHash, at],
    );
  }

  /** @returns false if the password is another one than `before` by now; it then stays */
  async replace(before: string, passwordHash: string, at: Date): Promise<boolean> {
    const { affected } = await this.db.manager
      .createQueryBuilder()
      .update(OperatorEntity)
      .set({ passwordHash, changedAt: at, linkEpoch: () => 'link_epoch + 1' })
      .where({ id: ONLY_ID, passwordHash: before })
      .execute();
    return (affected ?? 0) > 0;
  }

  /** @returns null while no password is set */
  async linkEpoch(): Promise<number | null> {
    return (await this.db.manager.findOneBy(OperatorEntity, { id: ONLY_ID }))?.linkEpoch ?? null;
  }

  /**
   * Stores whether guests are let in. The epoch rises if they were until now, whichever API notices it first.
   * @returns false while no password is set: nothing is stored
   */
  async recordGuests(mayEnter: boolean): Promise<boolean> {
    const { affected } = await this.db.manager
      .createQueryBuilder()
      .update(OperatorEntity)
      .set({
        linkEpoch: () => `link_epoch + (link_guests AND NOT ${String(mayEnter)})::int`,
        linkGuests: mayEnter,
      })
      .where({ id: ONLY_ID })
      .execute();
    return (affected ?? 0) > 0;
  }
}
