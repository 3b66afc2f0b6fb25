import { type COMMANDS, type Job, type Payload } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { Outbox } from '../db/outbox.repository.js';
import { type Tx } from '../db/tx.js';
import { JobRepository } from '../modules/job/job.repository.js';
import { newJob } from '../modules/job/new-job.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { type JobNote, noted } from './job-notes.js';

/** Work of converters that the operator sees as a job. */
type WorkDef = typeof COMMANDS.convert | typeof COMMANDS.chatFinish;

/** A converter speaks every second; a redelivery after a crash takes 60 s, and a queue may be long. */
const SILENT_MS = 180_000;

/**
 * The jobs that converters are asked for: queued with their command, noted, and asked for again when nobody speaks of
 * them.
 */
@Injectable()
export class ConverterJobs {
  constructor(
    private readonly jobs: JobRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Inside the transaction that decides it: the job, and the command. */
  async add<D extends WorkDef>(
    vod: VodEntity,
    { kind, def, command }: { readonly kind: Job['kind']; readonly def: D; readonly command: Payload<D> },
    tx: Tx,
  ): Promise<void> {
    const before = await this.jobs.find(command.jobName, tx);
    const job = newJob({
      name: command.jobName,
      kind,
      vodUuid: vod.uuid,
      channelUuid: vod.channelUuid,
      title: vod.basename,
      unit: 'bytes',
      note: 'waits for a converter',
      log: before?.log ?? [],
      command: { ...command },
    });
    job.say('queued: waits for a converter');
    await this.jobs.save(job, tx);
    await this.outbox.command(def, command, tx);
  }

  /**
   * What was asked for and nobody has spoken of for long: its message may be lost.
   * @returns null while somebody speaks; `lost` when there is nothing to ask again
   */
  async silent<D extends WorkDef>(name: string, def: D): Promise<Payload<D> | 'lost' | null> {
    const job = await this.jobs.find(name);
    const command = def.schema.safeParse(job?.command);
    if (!job || !command.success) return 'lost';
    return Date.now() - job.updatedAt.getTime() < SILENT_MS ? null : (command.data as Payload<D>);
  }

  /**
   * Sent again if its message was lost (see {@link Outbox.again}); nobody asks once more until it was silent for as
   * long again.
   */
  async again<D extends WorkDef>(def: D, command: Payload<D>, tx: Tx): Promise<void> {
    const isAsked = await this.outbox.again(def, command, tx);
    await this.note(command.jobName, { say: isAsked ? 'nobody spoke of it; asked for again' : '' }, tx);
  }

  /** Nothing where there is no such job. */
  async note(name: string, note: JobNote, tx: Tx): Promise<void> {
    const job = await this.jobs.find(name, tx);
    if (job) await this.jobs.save(noted(job, note), tx);
  }
}
