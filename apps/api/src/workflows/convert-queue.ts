import { COMMANDS, type Payload } from '#libs/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { type Tx } from '../db/tx.js';
import { remuxJobName } from '../modules/job/job-names.js';
import { Settings } from '../modules/settings/settings.service.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { ConverterJobs } from './converter-jobs.js';

type Command = Payload<typeof COMMANDS.convert>;

/** Asks converters for container files, and asks again when nobody speaks of one. */
@Injectable()
export class ConvertQueue {
  private readonly log = new Logger('sealing');

  constructor(
    private readonly jobs: ConverterJobs,
    private readonly settings: Settings,
  ) {}

  /** Inside the transaction that decides it. */
  async add(vod: VodEntity, { jobName, timelineKey }: { jobName: string; timelineKey: string }, tx: Tx): Promise<void> {
    const container = this.settings.get('vod_container');
    const command: Command = {
      vodUuid: vod.uuid,
      jobName,
      attempt: vod.convertAttempt ?? '',
      container,
      basename: vod.basename,
      channelFolder: vod.channelName,
      timelineKey,
      thumbFormat: this.settings.get('thumbnail_format'),
    };
    await this.jobs.add(vod, { kind: 'convert', def: COMMANDS.convert, command }, tx);
  }

  /** See {@link ConverterJobs.silent}. */
  silent(vod: VodEntity): Promise<Command | 'lost' | null> {
    return this.jobs.silent(remuxJobName(vod), COMMANDS.convert);
  }

  async again(command: Command, tx: Tx): Promise<void> {
    this.log.warn(`${command.basename}: nobody speaks of its conversion; it is asked for again`);
    await this.jobs.again(COMMANDS.convert, command, tx);
  }
}
