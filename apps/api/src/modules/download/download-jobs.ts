import { COMMANDS, FOLLOWS_BROADCAST, type Payload } from '#libs/contracts';
import { type Said, words } from '#libs/domain';
import { isAppError, messageOf } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { Outbox } from '../../db/outbox.repository.js';
import { Transactions, type Tx } from '../../db/tx.js';
import { eachOf } from '../../workflows/each-of.js';
import { type JobNote, noted } from '../../workflows/job-notes.js';
import { claimJob } from '../job/claim-job.js';
import { JobEntity } from '../job/job.entity.js';
import { JobRepository } from '../job/job.repository.js';
import { newJob } from '../job/new-job.js';
import { SiteViewer } from './site-viewer.js';

/** What recorders fetch from a site, by the kind of its job. */
const COMMAND_OF = {
  'download': COMMANDS.download,
  'chat-download': COMMANDS.chatDownload,
  'chat-dump': COMMANDS.chatDump,
  'clip-download': COMMANDS.clipDownload,
} as const;
export type DownloadKind = keyof typeof COMMAND_OF;
/** The name of a command that recorders fetch something at. */
export const isDownloadCommand = (name: string): boolean => Object.values(COMMAND_OF).some((def) => def.name === name);
export const DOWNLOAD_KINDS = Object.keys(COMMAND_OF) as DownloadKind[];
/** They wait for their turn. A dump does not end by itself: it waits for nobody, and nobody waits for it. */
const QUEUED_KINDS = DOWNLOAD_KINDS.filter((kind) => kind !== 'chat-dump');
export type DownloadCommand<K extends DownloadKind> = Payload<(typeof COMMAND_OF)[K]>;

interface NewDownload<K extends DownloadKind> {
  readonly kind: K;
  readonly title: Said;
  readonly command: DownloadCommand<K>;
  readonly vodUuid: string | null;
  readonly channelUuid: string | null;
}

/**
 * `plain`: v0's name; null where another VOD has, or may have, a job of that name. `own`: a name that no other VOD's
 * job has.
 */
export interface JobNames {
  readonly plain: string | null;
  readonly own: string;
  readonly isOurs: (job: JobEntity) => boolean;
}

/** Which try at which job a recorder speaks of. */
interface Try {
  readonly jobName: string;
  readonly attempt: string;
}
/** Of a job that was tried to be handed over: why it cannot be, as the operator is told; null: it was. */
interface HandedOver {
  readonly job: JobEntity;
  readonly refusal: string | null;
}
/** Notes what cannot be handed over to any recorder, so that it is not tried again by itself. */
export type Refuse = (job: JobEntity, reason: string) => Promise<void>;

/**
 * Nobody spoke of it for so long: its message may be lost. A recorder speaks every second, of a dump every 5 s, and a
 * try that failed comes again within two minutes.
 */
const SILENT_S = 300;
const SILENT = `heard_at IS NOT NULL AND status IN ('WAITING', 'RUNNING') AND updated_at < now() - make_interval(secs => ${SILENT_S})`;
const UNREADABLE = 'Its command cannot be read any more; ask for it anew.';
const TURN = 'waits for its turn';
const ASKED = 'waits for a recorder';

/**
 * Downloads as jobs: queued in Postgres, and handed to recorders one after the other as others end, so that no more
 * than the operator wants run at once. A job whose `heardAt` is set has been handed over.
 */
@Injectable()
export class DownloadJobs {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: JobRepository,
    private readonly outbox: Outbox,
    private readonly bell: UiBell,
    private readonly viewer: SiteViewer,
  ) {}

  /**
   * Inside the transaction that decides it; call `DownloadRounds.added` after its commit.
   * @throws UserError `job-running` (409)
   */
  async addIn<K extends DownloadKind>(
    { kind, title, command, vodUuid, channelUuid }: NewDownload<K>,
    tx: Tx,
  ): Promise<void> {
    const name = command.jobName;
    const before = await claimJob(name, tx);
    const job = newJob({
      name,
      kind,
      vodUuid,
      channelUuid,
      title,
      unit: kind === 'chat-download' || kind === 'chat-dump' ? 'items' : 'bytes',
      progress: before && kind === 'download' ? before.progress : 0,
      note: TURN,
      log: before?.log ?? [],
      command: { ...command },
    });
    if (kind === 'chat-dump') {
      await this.outbox.command(COMMANDS.chatDump, command as DownloadCommand<'chat-dump'>, tx);
      await this.noteSent(job, ASKED, tx);
      return;
    }
    job.say(words('queued: {{remark}}', { remark: words(TURN) }));
    await tx.save(job);
  }

  /**
   * The name of a VOD's job about a video of its site, inside the transaction that adds it: v0's own, unless another
   * VOD has a job of that name. A VOD has one of them at a time.
   * @throws UserError `job-running` (409)
   */
  async nameIn({ plain, own, isOurs }: JobNames, tx: Tx): Promise<string> {
    await claimJob(own, tx);
    const taken = plain === null ? null : await this.jobs.find(plain, tx);
    return plain === null || (taken && !isOurs(taken)) ? own : plain;
  }

  added(name: string): void {
    this.bell.ring('job', name, { actions: ['job_save'] });
  }

  /**
   * Hands the oldest that wait to recorders, as long as fewer than `most` are with them; as many again may follow a
   * broadcast that still runs. One that cannot be is refused, and holds up nobody.
   */
  async handOver(most: number, refuse: Refuse): Promise<void> {
    for (let next = await this.handOne(most); next !== null; next = await this.handOne(most))
      await this.tell(next, refuse);
  }

  /**
   * Those that are with recorders, and of which nothing was heard for long, are asked for again; what is done already
   * is answered at once.
   * @throws the first fault, after all were looked at
   */
  async askAgain(refuse: Refuse): Promise<void> {
    const rows = await this.transactions.plain.query<{ name: string }[]>(
      `SELECT name FROM job WHERE kind = ANY($1) AND ${SILENT}`,
      [DOWNLOAD_KINDS],
    );
    await eachOf(rows, async ({ name }) => {
      const asked = await this.askOneAgain(name);
      if (asked) await this.tell(asked, refuse);
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
  async current<K extends DownloadKind>(
    kind: K,
    { jobName, attempt }: Try,
  ): Promise<{ readonly job: JobEntity; readonly command: DownloadCommand<K> } | null> {
    const job = await this.jobs.find(jobName);
    const command = job && this.currentOf(kind, job, attempt);
    return job && command ? { job, command } : null;
  }

  /** The same of any kind; `video` is null for what is none. */
  async currentOfAny({
    jobName,
    attempt,
  }: Try): Promise<{ readonly video: DownloadCommand<'download'> | null } | null> {
    const job = await this.jobs.find(jobName);
    if (!job || !DOWNLOAD_KINDS.some((kind) => this.currentOf(kind, job, attempt) !== null)) return null;
    return { video: this.currentOf('download', job, attempt) };
  }

  commandOf<K extends DownloadKind>(kind: K, { command }: Pick<JobEntity, 'command'>): DownloadCommand<K> | null {
    const parsed = COMMAND_OF[kind].schema.safeParse(command);
    return parsed.success ? (parsed.data as DownloadCommand<K>) : null;
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

  private currentOf<K extends DownloadKind>(kind: K, job: JobEntity, attempt: string): DownloadCommand<K> | null {
    if (job.kind !== kind || (job.status !== 'WAITING' && job.status !== 'RUNNING')) return null;
    const command = this.commandOf(kind, job);
    return command?.attempt === attempt ? command : null;
  }

  private async tell({ job, refusal }: HandedOver, refuse: Refuse): Promise<void> {
    if (refusal === null) this.bell.ring('job', job.name);
    else await refuse(job, refusal);
  }

  private handOne(most: number): Promise<HandedOver | null> {
    return this.transactions.run(async (tx) => {
      const [{ busy, follow } = { busy: 0, follow: 0 }] = await tx.query<{ busy: number; follow: number }[]>(
        `SELECT (count(*) FILTER (WHERE note <> $2))::int AS busy, (count(*) FILTER (WHERE note = $2))::int AS follow
        FROM job WHERE kind = ANY($1) AND heard_at IS NOT NULL AND status IN ('WAITING', 'RUNNING')`,
        [QUEUED_KINDS, FOLLOWS_BROADCAST],
      );
      if (busy + Math.max(0, follow - most) >= most) return null;
      const [row] = await tx.query<{ name: string }[]>(
        `SELECT name FROM job WHERE kind = ANY($1) AND heard_at IS NULL AND status = 'WAITING' ORDER BY started_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [QUEUED_KINDS],
      );
      return row
        ? this.send(row.name, tx, async (kind, command) => {
            await this.outbox.command(COMMAND_OF[kind], command, tx);
            return ASKED;
          })
        : null;
    });
  }

  /** @returns null when somebody has spoken of it meanwhile */
  private askOneAgain(name: string): Promise<HandedOver | null> {
    return this.transactions.run(async (tx) => {
      const [row] = await tx.query<unknown[]>(
        `SELECT 1 FROM job WHERE name = $1 AND ${SILENT} FOR UPDATE SKIP LOCKED`,
        [name],
      );
      return row
        ? this.send(name, tx, async (kind, command) =>
            (await this.outbox.again(COMMAND_OF[kind], command, tx)) ? 'nobody spoke of it; asked for again' : '',
          )
        : null;
    });
  }

  /** @param put writes its command to the outbox, and gives what the job's log says of it */
  private async send(
    name: string,
    tx: Tx,
    put: (kind: DownloadKind, command: DownloadCommand<DownloadKind>) => Promise<string>,
  ): Promise<HandedOver | null> {
    const job = await tx.findOneBy(JobEntity, { name });
    if (!job) return null;
    const kind = job.kind as DownloadKind;
    const command = await this.asOfToday(kind, job);
    if (typeof command === 'string') return { job, refusal: command };
    await this.noteSent(job, await put(kind, command), tx);
    return { job, refusal: null };
  }

  private async noteSent(job: JobEntity, say: string, tx: Tx): Promise<void> {
    job.say(say);
    await tx.save(Object.assign(job, { note: ASKED, heardAt: new Date(), updatedAt: new Date() }));
  }

  /** @returns why there is no such command, in words for the operator @throws OutsideError */
  private async asOfToday<K extends DownloadKind>(kind: K, job: JobEntity): Promise<DownloadCommand<K> | string> {
    const command = this.commandOf(kind, job);
    if (!command) return UNREADABLE;
    try {
      return kind === 'download'
        ? ((await this.viewer.today(command as DownloadCommand<'download'>)) as DownloadCommand<K>)
        : command;
    } catch (thrown) {
      if (!isAppError(thrown) || thrown.fault === 'outside') throw thrown;
      return messageOf(thrown);
    }
  }
}
