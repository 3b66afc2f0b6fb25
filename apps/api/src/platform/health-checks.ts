import { OutsideError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { HealthRegistry, STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '../persistence/database/tx.js';
import { LEADER_TIMES } from './scheduler/leader-lock.js';
import { LeaderRepository } from '../persistence/repositories/leader.repository.js';
import { Scheduler } from './scheduler/scheduler.js';

/** With less free space a long capture may fill the disk before the operator notices. */
const LOW_SPACE_BYTES = 5_000_000_000;

/** Registers health checks for the API's dependencies: database, disk and a leading API. */
@Injectable()
export class HealthChecks {
  constructor(
    health: HealthRegistry,
    private readonly transactions: Transactions,
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly scheduler: Scheduler,
    private readonly leaders: LeaderRepository,
  ) {
    health.add({
      name: 'postgres',
      run: () => this.postgres(),
      remedy: message('health.database-remedy'),
    });
    health.add({
      name: 'disk',
      run: () => this.disk(),
      remedy: message('health.space-remedy'),
    });
    health.add({
      name: 'leader',
      run: () => this.leader(),
      remedy: message('health.leader-remedy'),
    });
  }

  private async postgres(): Promise<Message> {
    await this.transactions.plain.query('SELECT 1');
    return message('health.connected');
  }

  private async disk(): Promise<Message> {
    const space = await this.storage.space();
    if (space && space.freeBytes < LOW_SPACE_BYTES)
      throw new OutsideError(message('error.low-space', { gb: (space.freeBytes / 1e9).toFixed(1) }));
    return space
      ? message('health.gb-free', { n: (space.freeBytes / 1e9).toFixed(0) })
      : message('health.free-space-unknown');
  }

  private async leader(): Promise<Message> {
    if (this.scheduler.isLeader) return message('health.api-leads');
    const holder = await this.leaders.holder();
    if (holder === null) throw new OutsideError(message('error.no-leader'));
    if (holder.silentMs > LEADER_TIMES.leaseMs)
      throw new OutsideError(
        message('error.leader-silent', { name: holder.name, s: Math.round(holder.silentMs / 1000) }),
      );
    return message('health.leads', { name: holder.name });
  }
}
