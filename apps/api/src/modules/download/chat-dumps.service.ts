import { objectKeys } from '#libs/contracts';
import { pathOfTemplate } from '#libs/domain';
import { UserError } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { UiBell } from '../../core/ui-bell.js';
import { Transactions, type Tx } from '../../db/tx.js';
import { Sites } from '../../sites/sites.js';
import { ChannelRepository } from '../channel/channel.repository.js';
import { JobKinds } from '../job/job-kinds.js';
import { JobEntity } from '../job/job.entity.js';
import { JOB_MISSING } from '../job/job-faults.js';
import { JobRepository } from '../job/job.repository.js';
import { SAVED_VODS } from '../naming/library-place.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';
import { SiteLooks } from './site-looks.service.js';

type Command = DownloadCommand<'chat-dump'>;
type Of = Pick<Command, 'providerKind' | 'streamer'> & { readonly channelUuid: string | null };

/** Recorders speak every 5 s. One that has not for so long works on it no more. */
const SILENT_MS = 30_000;
const ENDING = 'ended by the operator; its file is made';
const onLogin = (code: 'unknown-channel' | 'no-chat', said: { readonly message: string; readonly fault: string; readonly status: 400 | 404 }): UserError => new UserError(code, said.message, { status: said.status, fields: [{ path: 'login', message: said.fault }] });

/** Has a channel's chat written down from now on, recorded or not, until the operator ends it. */
@Injectable()
export class ChatDumps {
  constructor(
    kinds: JobKinds, private readonly transactions: Transactions, private readonly channels: ChannelRepository, private readonly sites: Sites, private readonly looks: SiteLooks, private readonly jobs: DownloadJobs,
    private readonly rows: JobRepository, private readonly bell: UiBell,
  ) { kinds.register('chat-dump', { end: (job) => this.end(job), cancel: () => Promise.resolve(), retry: (job) => this.again(job) }); }

  /**
   * @param login of a followed channel, by our name or its site's; else of one at the site that v0 knows
   * @returns the job's name @throws UserError `unknown-channel` (404), `no-chat`, `dump-running` (409)
   */
  async begin(login: string): Promise<{ readonly job: string; readonly login: string }> {
    const of = await this.chatOf(login);
    const now = new Date();
    const name = `${pathOfTemplate('{login}', { login: of.streamer.login }).join('_')}-${now.toISOString().replaceAll(':', '_')}.json`;
    const attempt = ulid();
    await this.add({ jobName: `chatdump_${name}`, attempt, providerKind: of.providerKind, streamer: of.streamer, startedAt: now.getTime(), endedAt: null, outKey: `${SAVED_VODS}/${name}`, workPrefix: objectKeys.chatDump(attempt) }, of.channelUuid);
    return { job: `chatdump_${name}`, login: of.streamer.login };
  }

  /** Its recorder makes the file; until then the job goes on. Asked for once more while no recorder speaks of it: false, it is given up. */
  private async end(job: JobEntity): Promise<boolean> {
    const command = this.jobs.commandOf('chat-dump', job);
    if (!command || (command.endedAt !== null && Date.now() - job.updatedAt.getTime() > SILENT_MS)) return false;
    await this.rows.change(job.name, noteEnd);
    this.bell.cancelJob(job.name, ENDING);
    this.bell.ring('job', job.name);
    return true;
  }

  /** One whose file stands is over: a new one begins. Else it goes on with what it has heard, or its file is made of that. */
  private async again(job: JobEntity): Promise<void> {
    const command = this.jobs.commandOf('chat-dump', job);
    if (!command) throw JOB_MISSING(job.name);
    if (job.status === 'STOPPED' && job.progress === 1) await this.begin(command.streamer.login);
    else await this.add({ ...command, attempt: ulid() }, job.channelUuid);
  }

  private async add(command: Command, channelUuid: string | null): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.refuseSecond(command, tx);
      await this.jobs.addIn({ kind: 'chat-dump', title: `Chat dump of ${command.streamer.name}`, command, vodUuid: null, channelUuid }, tx);
    });
    this.jobs.added(command.jobName);
  }

  /** Two of them would hear the same, each in a file of its own. */
  private async refuseSecond({ providerKind, streamer: { id, login } }: Command, tx: Tx): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('chat dump ' || $1, 0))`, [`${providerKind} ${id}`]);
    const [running] = await tx.query<{ name: string }[]>(`SELECT name FROM job WHERE kind = 'chat-dump' AND status IN ('WAITING', 'RUNNING') AND command ->> 'providerKind' = $1 AND command -> 'streamer' ->> 'id' = $2 LIMIT 1`, [providerKind, id]);
    if (running) throw new UserError('dump-running', `The chat of ${login} is written down already: kill the job ${running.name} first.`, { status: 409, data: { login, job: running.name } });
  }

  /** A followed channel goes first, so that one of any site can be meant by its name. */
  private async chatOf(login: string): Promise<Of> {
    const channel = await this.channels.byRef(login);
    if (!channel) return this.chatAtSite(login);
    const { uuid, providerKind, sourceId, site, internalName, displayName } = channel;
    if (!this.sites.of(providerKind).chat) throw onLogin('no-chat', { message: `The site of ${displayName} has no chat that could be followed.`, fault: 'is a channel of a site without a chat', status: 400 });
    return { channelUuid: uuid, providerKind, streamer: { id: sourceId, login: site?.login ?? internalName, name: displayName } };
  }

  private async chatAtSite(login: string): Promise<Of> {
    const { sourceId, facts, suggestedName } = await this.looks.user(login).catch((cause: unknown) => {
      if (cause instanceof UserError) throw onLogin('unknown-channel', { message: `User not found: ${login}`, fault: 'is no channel of the site', status: 404 });
      throw cause;
    });
    const { kind } = this.looks.site;
    return { channelUuid: (await this.channels.bySource(kind, sourceId))?.uuid ?? null, providerKind: kind, streamer: { id: sourceId, login: facts?.login ?? suggestedName, name: facts?.displayName ?? suggestedName } };
  }
}

/** Only the first time; what a recorder tells meanwhile stays. */
function noteEnd(job: JobEntity): boolean {
  if ((job.status !== 'WAITING' && job.status !== 'RUNNING') || typeof job.command?.['endedAt'] === 'number') return false;
  job.say(ENDING);
  Object.assign(job, { note: ENDING, command: { ...job.command, endedAt: Date.now() } });
  return true;
}
