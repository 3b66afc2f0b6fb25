import { type ChatDumpEnd, objectKeys } from '#libs/contracts';
import { pathOfTemplate, words } from '#libs/domain';
import { UserError } from '#libs/errors';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { UiBell } from '../../core/ui-bell.js';
import { Transactions, type Tx } from '../../db/tx.js';
import { JobKinds } from '../job/job-kinds.js';
import { JobEntity } from '../job/job.entity.js';
import { JOB_MISSING } from '../job/job-faults.js';
import { JobRepository } from '../job/job.repository.js';
import { SAVED_VODS } from '../naming/library-place.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';
import { type DumpedChannel, DumpedChannels } from './dumped-channels.js';

type Command = DownloadCommand<'chat-dump'>;

/** Recorders speak every 5 s. One that has not for so long works on it no more. */
const SILENT_MS = 30_000;
const ENDING = 'ended by the operator; its file is made';

/** Has a channel's chat written down from now on, recorded or not, until the operator ends it. */
@Injectable()
export class ChatDumps {
  constructor(
    kinds: JobKinds,
    private readonly transactions: Transactions,
    private readonly channels: DumpedChannels,
    private readonly jobs: DownloadJobs,
    private readonly rows: JobRepository,
    private readonly bell: UiBell,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    kinds.register('chat-dump', {
      end: (job) => this.end(job),
      cancel: () => Promise.resolve(),
      retry: (job) => this.again(job),
    });
  }

  /**
   * @param login of a followed channel, by our name or its site's; else of one at the site that v0 knows
   * @returns the job's name @throws UserError `unknown-channel` (404), `no-chat`, `dump-running` (409)
   */
  async begin(login: string): Promise<{ readonly job: string; readonly login: string }> {
    return this.beginOf(await this.channels.of(login));
  }

  private async beginOf({
    name: login,
    providerKind,
    streamer,
    channelUuid,
  }: DumpedChannel): Promise<{ readonly job: string; readonly login: string }> {
    const now = new Date();
    const name = `${pathOfTemplate('{login}', { login }).join('_')}-${now.toISOString().replaceAll(':', '_')}.json`;
    const attempt = ulid();
    await this.add(
      {
        jobName: `chatdump_${name}`,
        attempt,
        providerKind,
        streamer,
        startedAt: now.getTime(),
        endedAt: null,
        outKey: `${SAVED_VODS}/${name}`,
        workPrefix: objectKeys.chatDump(attempt),
      },
      channelUuid,
    );
    return { job: `chatdump_${name}`, login };
  }

  /**
   * Its recorder makes the file; until then the job goes on. The end stands on storage before it is answered: whoever
   * takes the dump later, with whatever message, hears nothing more. Asked for once more while no recorder speaks of
   * it: false, it is given up.
   */
  private async end(job: JobEntity): Promise<boolean> {
    const command = this.jobs.commandOf('chat-dump', job);
    if (!command || (command.endedAt !== null && Date.now() - job.updatedAt.getTime() > SILENT_MS)) return false;
    if (command.endedAt === null) await this.putEnd(job.name, command);
    this.bell.cancelJob(job.name, ENDING);
    this.bell.ring('job', job.name);
    return true;
  }

  private async putEnd(name: string, { workPrefix }: Command): Promise<void> {
    const end: ChatDumpEnd = { at: Date.now() };
    await this.storage.put(objectKeys.chatDumpEnd(workPrefix), Buffer.from(JSON.stringify(end)), {
      contentType: 'application/json',
    });
    await this.rows.change(name, (job) => noteEnd(job, end.at));
  }

  /**
   * One whose file stands is over: a new one begins. Else it goes on with what it has heard, or its file is made of
   * that.
   */
  private async again(job: JobEntity): Promise<void> {
    const command = this.jobs.commandOf('chat-dump', job);
    if (!command) throw JOB_MISSING(job.name);
    if (job.status === 'STOPPED' && job.progress === 1) await this.beginOf(await this.channels.sameAs(command));
    else await this.add({ ...command, attempt: ulid() }, job.channelUuid);
  }

  private async add(command: Command, channelUuid: string | null): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.refuseSecond(command, tx);
      await this.jobs.addIn(
        {
          kind: 'chat-dump',
          title: words('Chat dump of {{name}}', { name: command.streamer.name }),
          command,
          vodUuid: null,
          channelUuid,
        },
        tx,
      );
    });
    this.jobs.added(command.jobName);
  }

  /** Two of them would hear the same, each in a file of its own. */
  private async refuseSecond({ providerKind, streamer: { id, login, name } }: Command, tx: Tx): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('chat dump ' || $1, 0))`, [`${providerKind} ${id}`]);
    const [running] = await tx.query<{ name: string }[]>(
      `SELECT name FROM job WHERE kind = 'chat-dump' AND status IN ('WAITING', 'RUNNING') AND command ->> 'providerKind' = $1 AND command -> 'streamer' ->> 'id' = $2 LIMIT 1`,
      [providerKind, id],
    );
    if (running)
      throw new UserError(
        'dump-running',
        `The chat of ${login || name} is written down already: kill the job ${running.name} first.`,
        { status: 409, data: { login: login || name, job: running.name } },
      );
  }
}

/** Only the first time; what a recorder tells meanwhile stays. */
function noteEnd(job: JobEntity, endedAt: number): boolean {
  if ((job.status !== 'WAITING' && job.status !== 'RUNNING') || typeof job.command?.['endedAt'] === 'number')
    return false;
  job.say(ENDING);
  Object.assign(job, { note: ENDING, command: { ...job.command, endedAt } });
  return true;
}
