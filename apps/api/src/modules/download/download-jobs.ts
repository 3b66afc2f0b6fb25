import { COMMANDS, FOLLOWS_BROADCAST, type Payload } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { Outbox } from '../../db/outbox.repository.js';
import { Transactions, type Tx } from '../../db/tx.js';
import { type JobNote, noted } from '../../workflows/job-notes.js';
import { claimJob } from '../job/claim-job.js';
import { JobEntity } from '../job/job.entity.js';
import { JobRepository } from '../job/job.repository.js';
import { newJob } from '../job/new-job.js';
import { SiteViewer } from './site-viewer.js';

/** What recorders fetch from a site, by the kind of its job. */
const COMMAND_OF = { 'download': COMMANDS.download, 'chat-download': COMMANDS.chatDownload, 'chat-dump': COMMANDS.chatDump, 'clip-download': COMMANDS.clipDownload } as const;
export type DownloadKind = keyof typeof COMMAND_OF;
export const DOWNLOAD_KINDS = Object.keys(COMMAND_OF) as DownloadKind[];
/** They wait for their turn. A dump does not end by itself: it waits for nobody, and nobody waits for it. */
const QUEUED_KINDS = DOWNLOAD_KINDS.filter((kind) => kind !== 'chat-dump');
export type DownloadCommand<K extends DownloadKind> = Payload<(typeof COMMAND_OF)[K]>;

interface NewDownload<K extends DownloadKind> { readonly kind: K; readonly title: string; readonly command: DownloadCommand<K>; readonly vodUuid: string | null; readonly channelUuid: string | null }

/** `plain`: v0's name; null where another VOD has, or may have, a job of that name. `own`: a name that no other VOD's job has. */
export interface JobNames { readonly plain: string | null; readonly own: string; readonly isOurs: (job: JobEntity) => boolean }

/** Nobody spoke of it for so long: its message may be lost. A recorder speaks every second, and a try that failed comes again within two minutes. */
const SILENT_S = 300;
const TURN = 'waits for its turn';
const ASKED = 'waits for a recorder';

/**
 * Downloads as jobs: queued in Postgres, and handed to recorders one after the other as others end, so that no more than the operator wants run at once. A job whose
 * `heardAt` is set has been handed over.
 */
@Injectable()
export class DownloadJobs {
  constructor(private readonly transactions: Transactions, private readonly jobs: JobRepository, private readonly outbox: Outbox, private readonly bell: UiBell, private readonly viewer: SiteViewer) {}

  /** Inside the transaction that decides it; call `DownloadRounds.added` after its commit. @throws UserError `job-running` (409) */
  async addIn<K extends DownloadKind>({ kind, title, command, vodUuid, channelUuid }: NewDownload<K>, tx: Tx): Promise<void> {
    const name = command.jobName;
    const before = await claimJob(name, tx);
    const job = newJob({
      name, kind, vodUuid, channelUuid, title, unit: kind === 'chat-download' || kind === 'chat-dump' ? 'items' : 'bytes', progress: before && kind === 'download' ? before.progress : 0, note: TURN, log: before?.log ?? [], command: { ...command },
    });
    if (kind === 'chat-dump') { await this.send(job, ASKED, tx); return; }
    job.say(`queued: ${TURN}`);
    await tx.save(job);
  }

  /**
   * The name of a VOD's job about a video of its site, inside the transaction that adds it: v0's own, unless another VOD has a job of that name. A VOD has one of them at a time.
   * @throws UserError `job-running` (409)
   */
  async nameIn({ plain, own, isOurs }: JobNames, tx: Tx): Promise<string> {
    await claimJob(own, tx);
    const taken = plain === null ? null : await this.jobs.find(plain, tx);
    return plain === null || (taken && !isOurs(taken)) ? own : plain;
  }

  added(name: string): void { this.bell.ring('job', name, { actions: ['job_save'] }); }

  /** Hands the oldest that wait to recorders, as long as fewer than `most` are with them; as many again may follow a broadcast that still runs. @returns their names */
  async handOver(most: number): Promise<string[]> {
    const names: string[] = [];
    for (let next = await this.handOne(most); next !== null; next = await this.handOne(most)) names.push(next);
    for (const name of names) this.bell.ring('job', name);
    return names;
  }

  /** Those that are with recorders, and of which nothing was heard for long, are asked for again; what is done already is answered at once. */
  async askAgain(): Promise<void> {
    await this.transactions.run(async (tx) => {
      const rows = await tx.query<{ name: string }[]>(`SELECT name FROM job WHERE kind = ANY($1) AND heard_at IS NOT NULL AND status IN ('WAITING', 'RUNNING') AND updated_at < now() - make_interval(secs => $2) FOR UPDATE SKIP LOCKED`, [DOWNLOAD_KINDS, SILENT_S]);
      for (const { name } of rows) {
        const job = await tx.findOneBy(JobEntity, { name });
        if (job) await this.send(job, 'nobody spoke of it; asked for again', tx);
      }
    });
  }

  /** A job of that name is one of ours. */
  async isDownload(name: string): Promise<boolean> {
    const kind = (await this.jobs.find(name))?.kind;
    return DOWNLOAD_KINDS.some((known) => known === kind);
  }

  /** What a recorder was last told under that name. @returns null when there is no such job any more */
  async lastOf<K extends DownloadKind>(kind: K, name: string): Promise<DownloadCommand<K> | null> {
    const job = await this.jobs.find(name);
    return job?.kind === kind ? this.commandOf(kind, job) : null;
  }

  /** The job of a try that still counts. @returns null when it was stopped, replaced or removed */
  async current<K extends DownloadKind>(kind: K, { jobName, attempt }: { readonly jobName: string; readonly attempt: string }): Promise<{ readonly job: JobEntity; readonly command: DownloadCommand<K> } | null> {
    const job = await this.jobs.find(jobName);
    if (job?.kind !== kind || (job.status !== 'WAITING' && job.status !== 'RUNNING')) return null;
    const command = this.commandOf(kind, job);
    return command?.attempt === attempt ? { job, command } : null;
  }

  commandOf<K extends DownloadKind>(kind: K, { command }: Pick<JobEntity, 'command'>): DownloadCommand<K> | null {
    const parsed = COMMAND_OF[kind].schema.safeParse(command);
    return parsed.success ? parsed.data as DownloadCommand<K> : null;
  }

  /** Only while it waits or runs. */
  async note(name: string, note: JobNote, tx?: Tx): Promise<void> {
    const apply = (job: JobEntity): boolean => {
      if (job.status !== 'WAITING' && job.status !== 'RUNNING') return false;
      noted(job, note);
      return true;
    };
    await (tx ? this.jobs.changeIn(name, apply, tx) : this.jobs.change(name, apply));
    this.bell.ring('job', name);
  }

  private handOne(most: number): Promise<string | null> {
    return this.transactions.run(async (tx) => {
      const [{ busy, follow } = { busy: 0, follow: 0 }] = await tx.query<{ busy: number; follow: number }[]>(`SELECT (count(*) FILTER (WHERE note <> $2))::int AS busy, (count(*) FILTER (WHERE note = $2))::int AS follow
        FROM job WHERE kind = ANY($1) AND heard_at IS NOT NULL AND status IN ('WAITING', 'RUNNING')`, [QUEUED_KINDS, FOLLOWS_BROADCAST]);
      if (busy + Math.max(0, follow - most) >= most) return null;
      const [row] = await tx.query<{ name: string }[]>(`SELECT name FROM job WHERE kind = ANY($1) AND heard_at IS NULL AND status = 'WAITING' ORDER BY started_at LIMIT 1 FOR UPDATE SKIP LOCKED`, [QUEUED_KINDS]);
      const job = row ? await tx.findOneBy(JobEntity, { name: row.name }) : null;
      if (!job) return null;
      await this.send(job, ASKED, tx);
      return job.name;
    });
  }

  private async asOfToday<K extends DownloadKind>(kind: K, job: JobEntity): Promise<DownloadCommand<K> | null> {
    if (kind !== 'download') return this.commandOf(kind, job);
    const command = this.commandOf('download', job);
    return command && await this.viewer.today(command) as DownloadCommand<K>;
  }

  private async send(job: JobEntity, say: string, tx: Tx): Promise<void> {
    const kind = job.kind as DownloadKind;
    const command = await this.asOfToday(kind, job);
    job.say(say);
    if (command) await this.outbox.command(COMMAND_OF[kind], command, tx);
    const stands = command ? { note: ASKED, heardAt: new Date() } : { status: 'ERROR' as const, error: 'Its command cannot be read any more; ask for it anew.', endedAt: new Date() };
    await tx.save(Object.assign(job, stands, { updatedAt: new Date() }));
  }
}
