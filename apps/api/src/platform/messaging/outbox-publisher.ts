import { Assignment, COMMANDS, jobCommand, type MessageDef } from '#libs/contracts';
import { type AppError, BugError, isAppError, messageOf } from '#libs/errors';
import { Bus, type Published } from '#libs/bus';
import { Injectable, Logger } from '@nestjs/common';
import { type OutboxRow } from '../../persistence/entities/outbox.entity.js';
import { entityOf, nextRows, saveTry, Outbox, removeRow } from '../../persistence/repositories/outbox.repository.js';
import { Transactions } from '../../persistence/database/tx.js';
import { Scheduler } from '../scheduler/scheduler.js';

const BATCH = 100;
/** New rows of this process wake the task. The interval is for rows of another API and rows from before a restart. */
const CHECK_EVERY_MS = 1000;

/** Publishes the outbox in order, on one API at a time. Deletes a row after the server has acknowledged it. */
@Injectable()
export class OutboxPublisher {
  private readonly log = new Logger('outbox');

  constructor(
    scheduler: Scheduler,
    private readonly transactions: Transactions,
    private readonly bus: Bus,
    outbox: Outbox,
  ) {
    const task = scheduler.every('outbox-publisher', CHECK_EVERY_MS, () => this.run());
    outbox.onAdded(() => {
      task.wake();
    });
  }

  /**
   * Processes all waiting rows. A row that has to wait for its predecessor only delays its successors.
   * @throws OutsideError NATS is unavailable; the run is retried
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
   * Sends a row. A row that fails for a reason other than NATS is parked after some tries, so that it does not delay
   * the others, and is reported as a problem.
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

  /** @returns false for a command whose predecessor is still queued or in progress; it is sent later */
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
 * State of one run: `held` lists the keys whose rows have to wait, `closed` the targets that JetStream does not accept
 * now. The command queue and the assignments bucket fail independently.
 */
interface Batch {
  readonly held: Set<string>;
  readonly closed: Map<Road, AppError>;
}
type Road = 'commands' | 'assignments';

const roadOf = ({ kind }: OutboxRow): Road => (kind === 'assign' || kind === 'unassign' ? 'assignments' : 'commands');

/** Key of a row. Rows with the same key stay in order. */
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
