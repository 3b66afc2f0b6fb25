import { Assignment, COMMANDS, EVENTS } from '#libs/contracts';
import { BugError } from '#libs/errors';
import { Bus } from '#libs/bus';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type AdvisoryLock, Locks } from '../db/advisory-lock.js';
import { type OutboxRow } from '../db/outbox.entity.js';
import { nextRows, Outbox, removeRow } from '../db/outbox.repository.js';
import { Transactions } from '../db/tx.js';
import { Rounds } from './rounds.js';

const BATCH = 100;
/** Rows are announced inside this process; this rhythm is for another api's rows and for what a restart left. */
const LOOK_EVERY_MS = 1000;

/** Publishes the outbox in order, on one api at a time; a row is deleted once the server has acked it (architecture 13, Bus). */
@Injectable()
export class Relay implements OnModuleDestroy {
  private readonly lock: AdvisoryLock;
  private readonly rounds: Rounds;

  constructor(locks: Locks, private readonly transactions: Transactions, private readonly bus: Bus, outbox: Outbox) {
    this.lock = locks.of('relay');
    this.rounds = new Rounds('outbox relay', LOOK_EVERY_MS, () => this.round());
    outbox.onAdded(() => this.rounds.wake());
  }

  start(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
    await this.lock.release();
  }

  private async round(): Promise<void> {
    if (!(await this.lock.hold())) return;
    for (;;) {
      const rows = await nextRows(this.transactions.plain, BATCH);
      for (const row of rows) {
        await this.publish(row);
        await removeRow(this.transactions.plain, row.id);
      }
      if (rows.length < BATCH) return;
    }
  }

  private async publish(row: OutboxRow): Promise<void> {
    switch (row.kind) {
      case 'assign': await this.bus.assignments.put(Assignment.parse(row.payload)); return;
      case 'unassign': await this.bus.assignments.delete(row.name); return;
      case 'command': await this.bus.publish(byName(COMMANDS, row.name), row.payload as never, { msgId: row.id }); return;
      case 'event': await this.bus.publish(byName(EVENTS, row.name), row.payload as never, { msgId: row.id });
    }
  }
}

function byName<D extends { readonly name: string }>(defs: Readonly<Record<string, D>>, name: string): D {
  const found = Object.values(defs).find((d) => d.name === name);
  if (!found) throw new BugError('unknown-message', `The outbox holds a message '${name}' that this code does not know`);
  return found;
}
