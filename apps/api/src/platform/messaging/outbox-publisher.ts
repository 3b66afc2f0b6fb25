import { Assignment, COMMANDS, jobCommand, type MessageDef } from '#libs/contracts';
import { type AppError, BugError, isAppError, messageOf } from '#libs/errors';
import { Bus, type Published } from '#libs/bus';
import { Injectable, Logger } from '@nestjs/common';
import { type OutboxRow } from '../../persistence/entities/outbox.entity.js';
import { entityOf, nextRows, countTry, Outbox, removeRow } from '../../persistence/repositories/outbox.repository.js';
import { Transactions } from '../../persistence/database/tx.js';
import { Scheduler } from '../scheduler/scheduler.js';

const BATCH_SIZE = 100;
/** New rows of this process wake the task. The interval is for rows of another API and rows from before a restart. */
const CHECK_INTERVAL_MS = 1000;

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
    const task = scheduler.every('outbox-publisher', CHECK_INTERVAL_MS, () => this.run());
    outbox.onAdded(() => {
      task.wake();
    });
  }

  /**
   * Processes all waiting rows. A row that has to wait for its predecessor only delays its successors.
   * @throws OutsideError NATS is unavailable; the run is retried
   */
  private async run(): Promise<void> {
    const state: RunState = { heldKeys: new Set(), closedTargets: new Map() };
    for (let after = '0'; ;) {
      const rows = await nextRows(this.transactions.plain, { after, limit: BATCH_SIZE });
      for (const row of rows) await this.send(row, state);
      const last = rows.at(-1);
      if (!last || rows.length < BATCH_SIZE) break;
      after = last.position;
    }
    const [fault] = state.closedTargets.values();
    if (fault) throw fault;
  }

  /**
   * Sends a row. A row that fails for a reason other than NATS is parked after some tries, so that it does not delay
   * the others, and is reported as a problem.
   */
  private async send(row: OutboxRow, { heldKeys, closedTargets }: RunState): Promise<void> {
    const [target, orderKey] = [targetOf(row), orderKeyOf(row)];
    if (closedTargets.has(target) || heldKeys.has(orderKey)) return;
    try {
      if (await this.publish(row)) await removeRow(this.transactions.plain, row.id);
      else heldKeys.add(orderKey);
    } catch (thrown) {
      if (isAppError(thrown) && thrown.fault === 'outside') {
        closedTargets.set(target, thrown);
        return;
      }
      this.log.error(`outbox message ${row.kind} ${row.name}: not sent: ${messageOf(thrown)}`);
      await countTry(this.transactions.plain, row);
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
 * State of one run: `heldKeys` are the order keys whose rows have to wait, `closedTargets` the targets that JetStream
 * does not accept now, with the fault. The command queue and the assignments bucket fail independently.
 */
interface RunState {
  readonly heldKeys: Set<string>;
  readonly closedTargets: Map<Target, AppError>;
}
type Target = 'commands' | 'assignments';

const targetOf = ({ kind }: OutboxRow): Target =>
  kind === 'assign' || kind === 'unassign' ? 'assignments' : 'commands';

/** Rows with the same order key stay in order. */
function orderKeyOf(row: OutboxRow): string {
  if (targetOf(row) === 'assignments') return row.id;
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
