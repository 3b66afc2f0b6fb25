import { type EVENTS, objectKeys, type Payload } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { Transactions } from '../../db/tx.js';
import { doneNote } from '../../workflows/job-notes.js';
import { SAVED_VODS } from '../naming/library-place.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';

type Command = DownloadCommand<'chat-dump'>;

const SWEEP_EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** Files of chats that were written down, and what dumps leave on storage. */
@Injectable()
export class ChatDumpFiles {
  private sweptAt = -Infinity;

  constructor(private readonly transactions: Transactions, private readonly jobs: DownloadJobs, private readonly bell: UiBell, @Inject(STORAGE) private readonly storage: Storage) {}

  /** The library has the file; what it was made of goes. */
  async done({ outKey, workPrefix }: Command, e: Payload<typeof EVENTS.chatDumped>): Promise<void> {
    await this.storage.library?.publish(outKey, { channel: SAVED_VODS, name: outKey.slice(`${SAVED_VODS}/`.length) });
    const note = [`${e.messages} messages in ${outKey}`, ...e.warnings].join('; ');
    await this.jobs.note(e.jobName, { ...doneNote(e), note, say: note });
    await this.storage.deletePrefix(workPrefix);
  }

  /** Tells recorders once more of dumps that are to end: nobody may have been there to hear it. Now and then, sweeps. */
  async look(): Promise<void> {
    const ending = await this.transactions.plain.query<{ name: string }[]>(`SELECT name FROM job WHERE kind = 'chat-dump' AND status IN ('WAITING', 'RUNNING') AND command ->> 'endedAt' IS NOT NULL`);
    for (const { name } of ending) this.bell.cancelJob(name, 'the operator ended it');
    if (performance.now() - this.sweptAt < SWEEP_EVERY_MS) return;
    this.sweptAt = performance.now();
    await this.sweep();
  }

  /** What dumps left that are over: a recorder may bring a piece long after. One that runs, or failed and can be tried again, keeps everything. */
  async sweep(): Promise<void> {
    for await (const name of this.storage.names(objectKeys.chatDumps())) {
      const prefix = `${objectKeys.chatDumps()}${name}`;
      if (await this.youngest(prefix) < Date.now() - DAY_MS && !await this.isWanted(prefix)) await this.storage.deletePrefix(prefix);
    }
  }

  private async isWanted(workPrefix: string): Promise<boolean> {
    const rows = await this.transactions.plain.query<unknown[]>(`SELECT 1 FROM job WHERE kind = 'chat-dump' AND status IN ('WAITING', 'RUNNING', 'ERROR') AND command ->> 'workPrefix' = $1 LIMIT 1`, [workPrefix]);
    return rows.length > 0;
  }

  /** ms since the Unix epoch. */
  private async youngest(prefix: string): Promise<number> {
    let at = 0;
    for await (const { modifiedAt } of this.storage.list(prefix)) at = Math.max(at, modifiedAt.getTime());
    return at;
  }
}
