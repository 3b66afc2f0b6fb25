import { type Assignment, type CommandDef, type JobTry, type Payload } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan, MoreThanOrEqual } from 'typeorm';
import { ulid } from 'ulid';
import { OutboxRow } from '../entities/outbox.entity.js';
import { type Tx } from '../database/tx.js';

/** The command of a worker job as the worker receives it; see `defineWorkerJob`. */
export type JobCommandPayload = JobTry & { readonly input: unknown };

/** Writes the messages that follow a state change, in its transaction. */
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

  /**
   * Adds the command of a worker job.
   * @param kind kind of the job, which names its command
   */
  async job(kind: string, command: JobCommandPayload, tx: Tx): Promise<void> {
    await this.add({ kind: 'job', name: kind, payload: command }, tx);
  }

  /**
   * Adds the command of a job again if no worker has reported about it for long, because its message may be lost. Adds
   * nothing if a row of the job still waits in the outbox. If the message is still queued or in progress, the publisher
   * drops the new one. A parked row gets one more try with this payload.
   * @returns whether this call causes another try
   */
  async jobAgain(kind: string, command: JobCommandPayload, tx: Tx): Promise<boolean> {
    const before = await tx
      .createQueryBuilder(OutboxRow, 'row')
      .where(`row.kind IN ('job', 'job-again') AND row.name = :kind AND row.payload ->> 'jobName' = :job`, {
        kind,
        job: command.jobName,
      })
      .orderBy('row.tries')
      .getOne();
    if (!before) await this.add({ kind: 'job-again', name: kind, payload: command }, tx);
    if (!before || before.tries < MAX_TRIES) return !before;
    await tx.update(OutboxRow, { id: before.id }, { payload: { ...command }, tries: MAX_TRIES - 1 });
    return true;
  }

  /**
   * Registers a callback that wakes the publisher after each added row. If the publisher misses it, its interval finds the row.
   */
  onAdded(wake: () => void): void {
    this.wake = wake;
  }

  /** Call it after committing an urgent message: the publisher may have woken before the row was visible. */
  committed(): void {
    this.wake();
  }

  private async add(row: Pick<OutboxRow, 'kind' | 'name' | 'payload'>, tx: Tx): Promise<void> {
    await tx.insert(OutboxRow, { ...row, id: ulid(), payload: row.payload as object });
    setImmediate(() => this.wake());
  }
}

/** The entity of a command. Only one command per name and entity is queued or in progress at a time. */
export const entityOf = (def: Pick<CommandDef, 'key'>, payload: unknown): string =>
  String((payload as Readonly<Record<string, unknown>>)[def.key]);

/** After this many tries, a row that fails because of Vodkeep itself is parked. */
const MAX_TRIES = 20;

/** The oldest rows after a position; '0': from the start. */
export const nextRows = (
  tx: Tx,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<OutboxRow[]> =>
  tx.find(OutboxRow, {
    where: { tries: LessThan(MAX_TRIES), position: MoreThan(after) },
    order: { position: 'ASC' },
    take: limit,
  });
export const removeRow = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(OutboxRow, { id });
};
export const countTry = async (tx: Tx, { id, tries }: OutboxRow): Promise<void> => {
  await tx.update(OutboxRow, { id }, { tries: tries + 1 });
};
export const countParked = (tx: Tx): Promise<number> => tx.countBy(OutboxRow, { tries: MoreThanOrEqual(MAX_TRIES) });
