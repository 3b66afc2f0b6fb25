import { type Assignment, type CommandDef, type JobTry, type Payload } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan, MoreThanOrEqual } from 'typeorm';
import { ulid } from 'ulid';
import { OutboxRow } from '../entities/outbox.entity.js';
import { type Tx } from '../database/tx.js';

/** What a worker is notified of a job; see `defineWorkerJob`. */
export type JobCommandPayload = JobTry & { readonly input: unknown };

/** Writes what follows a state change, in the same transaction. */
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

  /** The command of a worker job. @param kind of the job, which names its command */
  async job(kind: string, command: JobCommandPayload, tx: Tx): Promise<void> {
    await this.add({ kind: 'job', name: kind, payload: command }, tx);
  }

  /**
   * The command of a job of which nobody has spoken for long, once more: its message may be lost. Nothing is added while
   * one of the job waits in the outbox. Where its message is still queued or worked on, the relay drops this one. One
   * that was parked has one more try, by what this code makes of it.
   * @returns whether it is tried
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
    if (!before || before.tries < TRIES) return !before;
    await tx.update(OutboxRow, { id: before.id }, { payload: { ...command }, tries: TRIES - 1 });
    return true;
  }

  /** The relay is woken at once; when it sleeps through it, its own rhythm finds the row. */
  onAdded(wake: () => void): void {
    this.wake = wake;
  }

  /** To be called after a commit whose message is urgent: the relay may have been woken before it could see the row. */
  committed(): void {
    this.wake();
  }

  private async add(row: Pick<OutboxRow, 'kind' | 'name' | 'payload'>, tx: Tx): Promise<void> {
    await tx.insert(OutboxRow, { ...row, id: ulid(), payload: row.payload as object });
    setImmediate(() => this.wake());
  }
}

/** What a command is about: of one name and entity, one is queued or worked on at a time. */
export const entityOf = (def: Pick<CommandDef, 'key'>, payload: unknown): string =>
  String((payload as Readonly<Record<string, unknown>>)[def.key]);

/** After so many tries a row that fails by our own fault is parked. */
const TRIES = 20;

/** The oldest behind a position; '0': of all. */
export const nextRows = (
  tx: Tx,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<OutboxRow[]> =>
  tx.find(OutboxRow, {
    where: { tries: LessThan(TRIES), position: MoreThan(after) },
    order: { position: 'ASC' },
    take: limit,
  });
export const removeRow = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(OutboxRow, { id });
};
export const saveTry = async (tx: Tx, { id, tries }: OutboxRow): Promise<void> => {
  await tx.update(OutboxRow, { id }, { tries: tries + 1 });
};
export const countParked = (tx: Tx): Promise<number> => tx.countBy(OutboxRow, { tries: MoreThanOrEqual(TRIES) });
