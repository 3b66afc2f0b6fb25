import { Injectable } from '@nestjs/common';
import { DataSource, LessThanOrEqual, Like, MoreThan } from 'typeorm';
import { SessionEntity } from '../entities/session.entity.js';

@Injectable()
export class SessionRepository {
  constructor(private readonly db: DataSource) {}

  /**
   * Adds a login with a password. A change of the password waits until the row is there, and then ends it like all others.
   * @param passwordHash of that password
   * @returns false if it is not the password any more: nothing is added
   */
  async add(session: SessionEntity, passwordHash: string): Promise<boolean> {
    const { tokenHash, createdAt, expiresAt, address, agent } = session;
    const added = await this.db.query<unknown[]>(
      `INSERT INTO session (token_hash, created_at, expires_at, address, agent)
        SELECT $1, $2, $3, $4, $5 FROM operator WHERE password_hash = $6 FOR SHARE RETURNING token_hash`,
      [tokenHash, createdAt, expiresAt, address, agent, passwordHash],
    );
    return added.length > 0;
  }

  find(tokenHash: string): Promise<SessionEntity | null> {
    return this.db.manager.findOneBy(SessionEntity, { tokenHash });
  }

  /** @returns false if the session ended meanwhile */
  async extend(tokenHash: string, expiresAt: Date): Promise<boolean> {
    return ((await this.db.manager.update(SessionEntity, { tokenHash }, { expiresAt })).affected ?? 0) > 0;
  }

  /** Sessions that have not expired, the one that was used last first. */
  list(now: Date): Promise<SessionEntity[]> {
    return this.db.manager.find(SessionEntity, {
      where: { expiresAt: MoreThan(now) },
      order: { expiresAt: 'DESC', tokenHash: 'ASC' },
    });
  }

  /** @param start hexadecimal digits */
  async findByStart(start: string): Promise<SessionEntity | null> {
    return this.db.manager.findOneBy(SessionEntity, { tokenHash: Like(`${start}%`) });
  }

  async end(tokenHash: string): Promise<void> {
    await this.db.manager.delete(SessionEntity, { tokenHash });
  }

  async endAll(): Promise<void> {
    await this.db.manager.createQueryBuilder().delete().from(SessionEntity).execute();
  }

  async deleteExpired(now: Date): Promise<number> {
    return (await this.db.manager.delete(SessionEntity, { expiresAt: LessThanOrEqual(now) })).affected ?? 0;
  }
}
