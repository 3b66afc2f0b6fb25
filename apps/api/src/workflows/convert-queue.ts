import { COMMANDS } from '#libs/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { Outbox } from '../db/outbox.repository.js';
import { type Tx } from '../db/tx.js';
import { JobEntity } from '../modules/job/job.entity.js';
import { remuxJobName } from '../modules/job/job-names.js';
import { JobRepository } from '../modules/job/job.repository.js';
import { Settings } from '../modules/settings/settings.service.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';

/** A converter speaks every second; a redelivery after a crash takes 60 s, and a queue may be long. */
const SILENT_MS = 180_000;

type Change = (edit: (row: VodEntity) => boolean, also: (row: VodEntity, tx: Tx) => Promise<void>) => Promise<unknown>;

/** Asks converters for container files, and asks again when nobody speaks of one. */
@Injectable()
export class ConvertQueue {
  private readonly log = new Logger('sealing');

  constructor(private readonly outbox: Outbox, private readonly jobs: JobRepository, private readonly settings: Settings) {}

  /** Inside the transaction that decides it: the job, and the command. */
  async add(vod: VodEntity, { jobName, timelineKey }: { jobName: string; timelineKey: string }, tx: Tx): Promise<void> {
    const container = this.settings.get('vod_container');
    const command = { vodUuid: vod.uuid, jobName, attempt: vod.convertAttempt ?? '', container, basename: vod.basename, channelFolder: vod.channelName, timelineKey } as const;
    const now = new Date();
    const before = await this.jobs.find(jobName, tx);
    const job = Object.assign(new JobEntity(), {
      name: jobName, kind: 'convert', vodUuid: vod.uuid, title: vod.basename, status: 'WAITING', progress: 0, rate: null, unit: 'bytes', leftMs: null, note: 'waits for a converter', log: before?.log ?? [], error: null, node: null, pid: null,
      command: { ...command }, startedAt: now, endedAt: null, updatedAt: now,
    } satisfies Omit<JobEntity, 'say'>);
    job.say('queued: waits for a converter');
    await this.jobs.save(job, tx);
    await this.outbox.command(COMMANDS.convert, command, tx);
  }

  /** Its job is gone, or holds no command: nothing could be asked for again. */
  async isLost(vod: VodEntity): Promise<boolean> {
    return !COMMANDS.convert.schema.safeParse((await this.jobs.find(remuxJobName(vod)))?.command).success;
  }

  /** A conversion that nobody has spoken of for long: its message may be lost. It is sent again; while it is still queued the bus takes it as the same one. */
  async again(vod: VodEntity, change: Change): Promise<void> {
    const job = await this.jobs.find(remuxJobName(vod));
    const command = COMMANDS.convert.schema.safeParse(job?.command);
    if (!job || !command.success || Date.now() - job.updatedAt.getTime() < SILENT_MS) return;
    this.log.warn(`${vod.basename}: nobody speaks of its conversion; it is asked for again`);
    await change((row) => row.convertAttempt === command.data.attempt, async (_row, tx) => {
      job.say('nobody spoke of it; asked for again');
      await this.jobs.save(Object.assign(job, { updatedAt: new Date() }), tx);
      await this.outbox.command(COMMANDS.convert, command.data, tx);
    });
  }
}
