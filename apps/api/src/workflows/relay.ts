import { Assignment, COMMANDS } from '#libs/contracts';
import { BugError, isAppError, messageOf } from '#libs/errors';
import { Bus } from '#libs/bus';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Locks } from '../db/advisory-lock.js';
import { type OutboxRow } from '../db/outbox.entity.js';
import { nextRows, noteTry, Outbox, removeRow } from '../db/outbox.repository.js';
import { Transactions } from '../db/tx.js';
import { SingletonRounds } from './singleton-rounds.js';

const BATCH = 100;
/** Rows are announced inside this process; this rhythm is for another api's rows and for what a restart left. */
const LOOK_EVERY_MS = 1000;

/** Publishes the outbox in order, on one api at a time; a row is deleted once the server has acked it (architecture 13, Bus). */
@Injectable()
export class Relay implements OnModuleDestroy {
  private readonly log = new Logger('relay');
  private readonly rounds: SingletonRounds;

  constructor(locks: Locks, private readonly transactions: Transactions, private readonly bus: Bus, outbox: Outbox) {
    this.rounds = new SingletonRounds(locks.of('relay'), { name: 'outbox relay', everyMs: LOOK_EVERY_MS, work: () => this.round() });
    outbox.onAdded(() => this.rounds.wake());
  }

  start(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
  }

  private async round(): Promise<void> {
    for (;;) {
      const rows = await nextRows(this.transactions.plain, BATCH);
      let sent = 0;
      for (const row of rows) if (await this.send(row)) sent += 1;
      if (rows.length < BATCH || sent === 0) return;
    }
  }

  /**
   * A row that only this code could send is parked after some tries, so that it does not hold up the others; it is told as trouble.
   * @returns whether it is gone from the outbox
   * @throws OutsideError - NATS is away: the order of all is kept, the round is tried again
   */
  private async send(row: OutboxRow): Promise<boolean> {
    try {
      if (!(await this.publish(row))) return false;
    } catch (thrown) {
      if (isAppError(thrown) && thrown.fault === 'outside') throw thrown;
      this.log.error(`the message ${row.kind} ${row.name} cannot be sent: ${messageOf(thrown)}`);
      await noteTry(this.transactions.plain, row);
      return false;
    }
    await removeRow(this.transactions.plain, row.id);
    return true;
  }

  /** @returns false for a command whose predecessor is still queued or worked on: it waits its turn */
  private async publish(row: OutboxRow): Promise<boolean> {
    switch (row.kind) {
      case 'assign': await this.bus.assignments.put(Assignment.parse(row.payload)); return true;
      case 'unassign': await this.bus.assignments.delete(row.name); return true;
      case 'command': return (await this.bus.publish(byName(COMMANDS, row.name), row.payload as never, { msgId: row.id })).outcome !== 'already-queued';
    }
  }
}

function byName<D extends { readonly name: string }>(defs: Readonly<Record<string, D>>, name: string): D {
  const found = Object.values(defs).find((d) => d.name === name);
  if (!found) throw new BugError('unknown-message', `The outbox holds a message '${name}' that this code does not know`);
  return found;
}
