import { OutsideError } from '#libs/errors';
import { HealthRegistry, STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '../persistence/database/tx.js';
import { LEADER_TIMES } from './scheduler/leader-lock.js';
import { LeaderRepository } from '../persistence/repositories/leader.repository.js';
import { Scheduler } from './scheduler/scheduler.js';

/** Below this a long capture may fill the disk before the operator sees it. */
const LOW_SPACE_BYTES = 5_000_000_000;

/** Registers what the api stands on with its health: database, disk, and an api that leads. */
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
      remedy: 'See whether PostgreSQL runs and its disk has space; Vodkeep reconnects by itself.',
    });
    health.add({
      name: 'disk',
      run: () => this.disk(),
      remedy: 'Delete VODs, shorten how long segments are kept, or give it more space.',
    });
    health.add({
      name: 'leader',
      run: () => this.leader(),
      remedy:
        'Another api takes over within 10 s. If none does, see the logs of all apis, and whether they reach PostgreSQL.',
    });
  }

  private async postgres(): Promise<string> {
    await this.transactions.plain.query('SELECT 1');
    return 'connected';
  }

  private async disk(): Promise<string> {
    const space = await this.storage.space();
    if (space && space.freeBytes < LOW_SPACE_BYTES) throw lowSpace((space.freeBytes / 1e9).toFixed(1));
    return space ? `${(space.freeBytes / 1e9).toFixed(0)} GB free` : 'not known for this storage';
  }

  private async leader(): Promise<string> {
    if (this.scheduler.isLeader) return 'this api leads';
    const holder = await this.leaders.holder();
    if (holder === null) throw new OutsideError('no-leader', 'no api leads, so no stream is noticed');
    if (holder.silentMs > LEADER_TIMES.leaseMs) throw silentLeader(holder.name, Math.round(holder.silentMs / 1000));
    return `${holder.name} leads`;
  }
}

const lowSpace = (gb: string): OutsideError =>
  new OutsideError('low-space', `only ${gb} GB are free for recordings`, { data: { gb } });
const silentLeader = (name: string, s: number): OutsideError =>
  new OutsideError('leader-silent', `the leading api ${name} has not been heard of for ${s} s`, { data: { name, s } });
