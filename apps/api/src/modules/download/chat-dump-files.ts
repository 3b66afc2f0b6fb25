import { type EVENTS, objectKeys, type Payload } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { Transactions } from '../../db/tx.js';
import { doneNote } from '../../workflows/job-notes.js';
import { eachOf } from '../../workflows/each-of.js';
import { Sweeper } from '../../workflows/sweeper.js';
import { type JobEntity } from '../job/job.entity.js';
import { JobRepository } from '../job/job.repository.js';
import { SAVED_CHATS, SAVED_VODS } from '../naming/library-place.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';

type Command = DownloadCommand<'chat-dump'>;
type Told = Payload<typeof EVENTS.chatDumped>;

const DAY_MS = 24 * 3_600_000;
/** In a job's command: key of the file that is, or comes, into the library. */
const CHOSEN = 'fileKey';
/**
 * Whose pieces somebody still wants: one that goes on, that failed and can be tried again, or that was given up less
 * than a day ago.
 */
const WANTED = `SELECT 1 FROM job WHERE kind = 'chat-dump' AND command ->> 'workPrefix' = $1 AND (status IN ('WAITING', 'RUNNING', 'ERROR') OR (progress < 1 AND ended_at > now() - interval '1 day')) LIMIT 1`;

/** Files of chats that were written down, and what dumps leave on storage. */
@Injectable()
export class ChatDumpFiles {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: DownloadJobs,
    private readonly rows: JobRepository,
    private readonly bell: UiBell,
    sweeper: Sweeper,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    sweeper.also((signal) => this.sweep(signal));
  }

  /**
   * A run has made the file. The first one that is told counts, so that a late run which found only a rest takes
   * nothing from it.
   */
  async told(e: Told): Promise<void> {
    const current = await this.jobs.current('chat-dump', e);
    if (!current) await this.forgetLate(e);
    else if (await this.isFirst(e)) await this.done(current.command, e);
  }

  /** Tells recorders once more of dumps that are to end: nobody may have been there to hear it. */
  async look(): Promise<void> {
    const ending = await this.transactions.plain.query<{ name: string }[]>(
      `SELECT name FROM job WHERE kind = 'chat-dump' AND status IN ('WAITING', 'RUNNING') AND command ->> 'endedAt' IS NOT NULL`,
    );
    for (const { name } of ending) this.bell.cancelJob(name, 'the operator ended it');
  }

  /** What dumps left that are over: a recorder may bring a piece long after. */
  async sweep(signal?: AbortSignal): Promise<void> {
    await eachOf(this.storage.names(objectKeys.chatDumps()), (name) => this.sweepOne(name), {
      about: (name) => name,
      ...(signal && { signal }),
    });
  }

  private async sweepOne(name: string): Promise<void> {
    const prefix = `${objectKeys.chatDumps()}${name}`;
    // The row first: the pieces of a dump that goes on are many, and are listed for nothing.
    if (!(await this.isWanted(prefix)) && (await this.youngest(prefix)) < Date.now() - DAY_MS)
      await this.storage.deletePrefix(prefix);
  }

  /** The library has the file; what it was made of goes, and so do files of other runs. */
  private async done({ outKey, workPrefix }: Command, e: Told): Promise<void> {
    const path = await this.storage.library?.publish(e.key, {
      channel: SAVED_VODS,
      name: outKey.slice(SAVED_CHATS.length),
    });
    const note = [`${e.messages} messages in ${path ?? e.key}`, ...e.warnings].join('; ');
    await this.jobs.note(e.jobName, { ...doneNote(e), note, say: note });
    for await (const { key } of this.storage.list(objectKeys.chatDumpFiles(outKey)))
      if (key !== e.key) await this.storage.delete([key]);
    await this.storage.deletePrefix(workPrefix);
  }

  private async isFirst(e: Told): Promise<boolean> {
    let chosen: unknown;
    await this.rows.change(e.jobName, (job) => {
      chosen = chosenOf(job) ?? e.key;
      const isNew = chosenOf(job) === undefined;
      if (isNew) job.command = { ...job.command, [CHOSEN]: e.key };
      return isNew;
    });
    return chosen === e.key;
  }

  /**
   * Of a dump whose file is in the library already. One that was given up keeps its file: who tries it again is told of
   * it.
   */
  private async forgetLate(e: Told): Promise<void> {
    const job = await this.rows.find(e.jobName);
    if (job?.kind !== 'chat-dump' || job.progress < 1) return;
    const chosen = chosenOf(job);
    if (chosen !== undefined && chosen !== e.key) await this.storage.delete([e.key]);
  }

  private async isWanted(workPrefix: string): Promise<boolean> {
    return (await this.transactions.plain.query<unknown[]>(WANTED, [workPrefix])).length > 0;
  }

  /** ms since the Unix epoch. */
  private async youngest(prefix: string): Promise<number> {
    let at = 0;
    for await (const { modifiedAt } of this.storage.list(prefix)) at = Math.max(at, modifiedAt.getTime());
    return at;
  }
}

const chosenOf = ({ command }: JobEntity): unknown => command?.[CHOSEN];
