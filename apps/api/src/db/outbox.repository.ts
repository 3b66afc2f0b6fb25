import { type Assignment, type CommandDef, type Payload } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { LessThan, MoreThanOrEqual } from 'typeorm';
import { ulid } from 'ulid';
import { OutboxRow } from './outbox.entity.js';
import { type Tx } from './tx.js';

/** Writes what follows a state change, in the same transaction (architecture D3). */
@Injectable()
export class Outbox {
  private wake: () => void = () => undefined;

  async assign(assignment: Assignment, tx: Tx): Promise<void> {
    await this.add({ kind: 'assign', name: assignment.vodUuid, payload: assignment }, tx);
  }

  async unassign(vodUuid: string, tx: Tx): Promise<void> {
    await this.add({ kind: 'unassign', name: vodUuid, payload: {} }, tx);
  }

  async command<D extends CommandDef>(def: D, payload: Payload<D>, tx: Tx): Promise<void> {
    await this.add({ kind: 'command', name: def.name, payload }, tx);
  }

  /** The relay is woken at once; when it sleeps through it, its own rhythm finds the row. */
  onAdded(wake: () => void): void {
    this.wake = wake;
  }

  private async add(row: Pick<OutboxRow, 'kind' | 'name' | 'payload'>, tx: Tx): Promise<void> {
    await tx.insert(OutboxRow, { ...row, id: ulid(), payload: row.payload as object });
    setImmediate(() => this.wake());
  }
}

/** After so many tries a row that fails by our own fault is parked. */
const TRIES = 20;

export const nextRows = (tx: Tx, limit: number): Promise<OutboxRow[]> => tx.find(OutboxRow, { where: { tries: LessThan(TRIES) }, order: { position: 'ASC' }, take: limit });
export const removeRow = async (tx: Tx, id: string): Promise<void> => { await tx.delete(OutboxRow, { id }); };
export const noteTry = async (tx: Tx, { id, tries }: OutboxRow): Promise<void> => { await tx.update(OutboxRow, { id }, { tries: tries + 1 }); };
export const countParked = (tx: Tx): Promise<number> => tx.countBy(OutboxRow, { tries: MoreThanOrEqual(TRIES) });
