import { Gate } from '#libs/bus';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type AdvisoryLock, Locks } from '../db/advisory-lock.js';
import { Rounds } from './rounds.js';

const LOOK_EVERY_MS = 1000;

/** Events are applied by one api at a time: the gate is open in the one that holds the lock (architecture 6). */
export const workflowGate = new Gate(false);

@Injectable()
export class WorkflowGate implements OnModuleDestroy {
  private readonly lock: AdvisoryLock;
  private readonly rounds = new Rounds('workflow gate', LOOK_EVERY_MS, () => this.round());

  constructor(locks: Locks) {
    this.lock = locks.of('workflows');
  }

  start(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    workflowGate.close();
    await this.rounds.stop();
    await this.lock.release();
  }

  private async round(): Promise<void> {
    if (await this.lock.hold()) workflowGate.open();
    else workflowGate.close();
  }
}
