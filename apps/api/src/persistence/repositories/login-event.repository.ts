import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LoginEventEntity } from '../entities/login-event.entity.js';

@Injectable()
export class LoginEventRepository {
  constructor(private readonly db: DataSource) {}

  /** Adds an event, and deletes all but the newest `keep` with its outcome: guesses never displace logins. */
  async add(event: Omit<LoginEventEntity, 'id'>, keep: number): Promise<void> {
    await this.db.manager.insert(LoginEventEntity, event);
    await this.db.query(
      `DELETE FROM login_event WHERE outcome = $1 AND id <=
        (SELECT id FROM login_event WHERE outcome = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
      [event.outcome, keep],
    );
  }

  /** Newest first. */
  list(limit: number): Promise<LoginEventEntity[]> {
    return this.db.manager.find(LoginEventEntity, { order: { id: 'DESC' }, take: limit });
  }
}
