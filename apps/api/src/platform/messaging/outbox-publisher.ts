import { Assignment, COMMANDS, jobCommand, type MessageDef } from '#libs/contracts';
import { type AppError, BugError, isAppError, messageOf } from '#libs/errors';
import { Bus, type Published } from '#libs/bus';
import { Injectable, Logger } from '@nestjs/common';
import { type OutboxRow } from '../../persistence/entities/outbox.entity.js';
import { entityOf, nextRows, saveTry, Outbox, removeRow } from '../../persistence/repositories/outbox.repository.js';
import { Transactions } from '../../persistence/database/tx.js';
import { Scheduler } from '../scheduler/scheduler.js';

const BATCH = 100;
/** Rows are announced inside this process; this rhythm is for another api's rows and for what a restart left. */
const CHECK_EVERY_MS = 1000;

/** Publishes the outbox in order, on one api at a time; deletes a row once the server has acked it. */
@Injectable()
export class OutboxPublisher {
  private readonly log = new Logger('relay');

  constructor(
    scheduler: Scheduler,
    private readonly transactions: Transactions,
    private readonly bus: Bus,
    outbox: Outbox,
  ) {
    const task = scheduler.every('outbox-relay', CHECK_EVERY_MS, () => this.run());
    outbox.onAdded(() => {
      task.wake();
    });
  }

  /**
   * All that wait are checked: what has to wait for its predecessor holds up nothing but its successors.
   * @throws OutsideError - NATS is away; the run is tried again
   */
  private async run(): Promise<void> {
    const batch: Batch = { held: new Set(), closed: new Map() };
    for (let after = '0'; ;) {
      const rows = await nextRows(this.transactions.plain, { after, limit: BATCH });
      for (const row of rows) await this.send(row, batch);
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) break;
      after = last.position;
    }
    const [closed] = batch.closed.values();
    if (closed) throw closed;
  }

  /**
   * A row that only this code could send is parked after some tries, so that it does not hold up the others; it is reported
   * as a problem.
   */
  private async send(row: OutboxRow, { held, closed }: Batch): Promise<void> {
    const [road, about] = [roadOf(row), aboutOf(row)];
    if (closed.has(road) || held.has(about)) return;
    try {
      if (await this.publish(row)) await removeRow(this.transactions.plain, row.id);
      else held.add(about);
    } catch (thrown) {
      if (isAppError(thrown) && thrown.fault === 'outside') {
        closed.set(road, thrown);
        return;
      }
      this.log.error(`outbox message ${row.kind} ${row.name}: not sent: ${messageOf(thrown)}`);
      await saveTry(this.transactions.plain, row);
    }
  }

  /** @returns false for a command whose predecessor is still queued or worked on: it waits its turn */
  private async publish(row: OutboxRow): Promise<boolean> {
    switch (row.kind) {
      case 'assign':
        await this.bus.assignments.put(Assignment.parse(row.payload));
        return true;
      case 'unassign':
        await this.bus.assignments.delete(row.name);
        return true;
      case 'command':
      case 'job':
        return (await this.queue(row)) !== 'already-queued';
      case 'job-again':
        await this.queue(row);
        return true;
    }
  }

  private async queue(row: OutboxRow): Promise<Published['outcome']> {
    return (await this.bus.publish(defOf(row), row.payload, { msgId: row.id })).outcome;
  }
}

/**
 * What one run has met: what has to wait, and what JetStream does not take now. The queue of commands and the bucket
 * of assignments fail apart.
 */
interface Batch {
  readonly held: Set<string>;
  readonly closed: Map<Road, AppError>;
}
type Road = 'commands' | 'assignments';

const roadOf = ({ kind }: OutboxRow): Road => (kind === 'assign' || kind === 'unassign' ? 'assignments' : 'commands');

/** Rows about the same thing keep their order. */
function aboutOf(row: OutboxRow): string {
  if (roadOf(row) === 'assignments') return row.id;
  const def =
    row.kind === 'command' ? Object.values(COMMANDS).find(({ name }) => name === row.name) : jobCommand(row.name);
  return def ? `${row.name} ${entityOf(def, row.payload)}` : row.id;
}

function defOf({ kind, name }: OutboxRow): MessageDef & { readonly kind: 'command' } {
  if (kind !== 'command') return jobCommand(name);
  const found = Object.values(COMMANDS).find((def) => def.name === name);
  if (!found)
    throw new BugError('unknown-message', `The outbox holds a message '${name}' that this code does not know`);
  return found;
}
