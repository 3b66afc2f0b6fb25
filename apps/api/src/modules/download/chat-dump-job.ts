import { type ChatDumpEnd, chatDumpJob, chatFileJob, type JobInput, objectKeys } from '#libs/contracts';
import { pathOfTemplate } from '#libs/domain';
import { UserError } from '#libs/errors';
import { joined, message } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { putJson } from '../../platform/storage/put-json.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Transactions, type Tx } from '../../persistence/database/tx.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import {
  requestedInput,
  inputOf,
  type JobReport,
  type StageEnd,
  type WorkerJobStage,
} from '../../jobs/worker-job-stage.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { forEachCollectingErrors } from '../../platform/for-each-collecting-errors.js';
import { Sweeper } from '../../workflows/sweeper.js';
import { JOB_MISSING } from '../../jobs/job-faults.js';
import { isOpen, type JobEntity } from '../../persistence/entities/job.entity.js';
import { JobRepository } from '../../persistence/repositories/job.repository.js';
import { SAVED_CHATS, SAVED_VODS } from '../../library/library-place.js';
import { type DumpedChannel, DumpedChannels } from './dumped-channels.js';

type Input = JobInput<typeof chatDumpJob>;

const DUMP_STAGE = { name: 'chat-dump', def: chatDumpJob } as const;
const FILE_STAGE = { name: 'chat-dump-file', def: chatFileJob } as const;
/** v0's dumper uses this title for every file. */
const V0_TITLE = 'Chat Dump';
const JOB_PREFIX = 'chatdump_';
const END_REQUEST_INTERVAL_MS = 2_000;
const DAY_MS = 24 * 3_600_000;
/** Recorders report every 5 s. A recorder without a report for this time no longer works on the dump. */
const RECORDER_TIMEOUT_MS = 30_000;
const ENDED_BY_OPERATOR = message('job.ended-file-made');
/**
 * Finds a job that still needs the chunks: it is open, or failed and can be retried, or was stopped incomplete less
 * than a day ago.
 */
const NEEDED_QUERY = `SELECT 1 FROM job WHERE kind = 'chat-dump' AND asked -> 'input' ->> 'workPrefix' = $1 AND (status IN ('WAITING', 'RUNNING', 'ERROR') OR (progress < 1 AND ended_at > now() - interval '1 day')) LIMIT 1`;

/**
 * Records the chat of a channel from now until the operator ends it; then a converter makes its file. Both are stages
 * of one job.
 */
@Injectable()
export class ChatDumpJob {
  constructor(
    scheduler: Scheduler,
    sweeper: Sweeper,
    private readonly jobs: WorkerJobs,
    private readonly rows: JobRepository,
    private readonly transactions: Transactions,
    private readonly channels: DumpedChannels,
    private readonly notifier: UiNotifier,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    const shared = {
      kind: 'chat-dump' as const,
      locksVod: 'never' as const,
      retry: (job: JobEntity) => this.restartOrContinue(job),
    };
    jobs.register({
      ...shared,
      ...DUMP_STAGE,
      end: (job) => this.end(job),
      done: ({ result: { endedAt } }, { job }) => {
        applyEnd(job, endedAt);
        return Promise.resolve(fileStageAfter(job, endedAt));
      },
    } satisfies WorkerJobStage<typeof chatDumpJob>);
    jobs.register({
      ...shared,
      ...FILE_STAGE,
      prepare: (job, { result: { key } }) => this.publish(job, key),
      done: (report, { prepared }) => Promise.resolve(endWithFile(report, prepared)),
      after: ({ result: { key } }, { job }) => this.deleteLeftovers(job, key),
      late: async ({ key }, { result }) => {
        if (key !== result?.['key']) await this.storage.delete([key]);
      },
    } satisfies WorkerJobStage<typeof chatFileJob, string | null>);
    scheduler.every('chat-dumps', END_REQUEST_INTERVAL_MS, () => this.repeatEndRequests());
    sweeper.also((signal) => this.sweep(signal));
  }

  /**
   * @param login login of a followed channel, in Vodkeep or at its site; otherwise a login at the site that v0 supports
   * @returns name of the job
   * @throws UserError `unknown-channel` (404), `no-chat`, `dump-running` (409)
   */
  async begin(login: string): Promise<{ readonly job: string; readonly login: string }> {
    return this.beginDump(await this.channels.of(login));
  }

  private async beginDump({
    name: login,
    providerKind,
    streamer,
    channelUuid,
  }: DumpedChannel): Promise<{ readonly job: string; readonly login: string }> {
    const now = new Date();
    const name = `${pathOfTemplate('{login}', { login }).join('_')}-${now.toISOString().replaceAll(':', '_')}.json`;
    const job = `${JOB_PREFIX}${name}`;
    const attempt = ulid();
    const input = { providerKind, streamer, startedAt: now.getTime(), workPrefix: objectKeys.chatDump(attempt) };
    await this.add(job, { attempt, input, channelUuid });
    return { job, login };
  }

  /**
   * Ends a dump. The end is on storage before the request is answered, so a recorder that takes the dump over later
   * records nothing more, whatever message it received.
   * @returns false if the end was requested before and no recorder has reported since: the dump is cancelled
   */
  private async end(job: JobEntity): Promise<boolean> {
    const input = inputOf(DUMP_STAGE, job);
    if (!input) return false;
    const isEnding = input.endedAt !== undefined;
    if (isEnding && Date.now() - job.updatedAt.getTime() > RECORDER_TIMEOUT_MS) return false;
    if (!isEnding) await this.putEnd(job.name, input);
    this.notifier.cancelJob(job.name, ENDED_BY_OPERATOR);
    this.notifier.notify('job', job.name);
    return true;
  }

  private async putEnd(name: string, { workPrefix }: Input): Promise<void> {
    const end: ChatDumpEnd = { at: Date.now() };
    await putJson({ storage: this.storage, key: objectKeys.chatDumpEnd(workPrefix) }, end);
    await this.rows.change(name, (job) => applyEnd(job, end.at));
  }

  /** Repeats the end request to the recorders: a recorder may not have been connected when it was first sent. */
  async repeatEndRequests(): Promise<void> {
    const ending = await this.transactions.plain.query<{ name: string }[]>(
      `SELECT name FROM job WHERE stage = $1 AND status IN ('WAITING', 'RUNNING') AND input ->> 'endedAt' IS NOT NULL`,
      [DUMP_STAGE.name],
    );
    for (const { name } of ending) this.notifier.cancelJob(name, message('job.operator-ended'));
  }

  private async publish(job: JobEntity, key: string): Promise<string | null> {
    const name = outKeyOf(job).slice(SAVED_CHATS.length);
    return (await this.storage.library?.publish(key, { channel: SAVED_VODS, name })) ?? null;
  }

  /** The library has the file: deletes the chunks that it was made of, and the files of other runs. */
  private async deleteLeftovers(job: JobEntity, currentKey: string): Promise<void> {
    for await (const { key } of this.storage.list(objectKeys.chatDumpFiles(outKeyOf(job))))
      if (key !== currentKey) await this.storage.delete([key]);
    const input = requestedInput(DUMP_STAGE, job);
    if (input) await this.storage.deletePrefix(input.workPrefix);
  }

  /**
   * Starts a new dump if the file of this one is complete. Otherwise continues the dump with the chunks it has, or
   * makes its file from them.
   */
  private async restartOrContinue(job: JobEntity): Promise<void> {
    const input = requestedInput(DUMP_STAGE, job);
    if (!input) throw JOB_MISSING(job.name);
    if (job.status === 'STOPPED' && job.progress === 1) await this.beginDump(await this.channels.sameAs(input));
    else await this.add(job.name, { attempt: ulid(), input, channelUuid: job.channelUuid });
  }

  private async add(
    name: string,
    { input, ...about }: { readonly attempt: string; readonly input: Input; readonly channelUuid: string | null },
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.refuseSecond(input, tx);
      const title = message('job.title.chat-dump', { name: input.streamer.name });
      await this.jobs.add(DUMP_STAGE, { ...about, name, title, vodUuid: null, input }, tx);
    });
    this.jobs.added(name);
  }

  /** Rejects a second dump of the same channel: both would record the same messages. */
  private async refuseSecond({ providerKind, streamer: { id, login, name } }: Input, tx: Tx): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('chat dump ' || $1, 0))`, [`${providerKind} ${id}`]);
    const [running] = await tx.query<{ name: string }[]>(
      `SELECT name FROM job WHERE kind = 'chat-dump' AND status IN ('WAITING', 'RUNNING') AND asked -> 'input' ->> 'providerKind' = $1 AND asked -> 'input' -> 'streamer' ->> 'id' = $2 LIMIT 1`,
      [providerKind, id],
    );
    if (running)
      throw new UserError(message('error.dump-running', { login: login || name, job: running.name }), { status: 409 });
  }

  /** Deletes the chunks of finished dumps: a recorder may write a chunk long after the end. */
  async sweep(signal?: AbortSignal): Promise<void> {
    await forEachCollectingErrors(this.storage.names(objectKeys.chatDumps()), (name) => this.sweepOne(name), {
      about: (name) => name,
      ...(signal && { signal }),
    });
  }

  private async sweepOne(name: string): Promise<void> {
    const prefix = `${objectKeys.chatDumps()}${name}`;
    // The row comes first: a running dump has many chunks, and listing them would be wasted.
    if (!(await this.isWanted(prefix)) && (await this.youngest(prefix)) < Date.now() - DAY_MS)
      await this.storage.deletePrefix(prefix);
  }

  private async isWanted(workPrefix: string): Promise<boolean> {
    return (await this.transactions.plain.query<unknown[]>(NEEDED_QUERY, [workPrefix])).length > 0;
  }

  /** Modification time of the newest object, in ms since the Unix epoch. */
  private async youngest(prefix: string): Promise<number> {
    let at = 0;
    for await (const { modifiedAt } of this.storage.list(prefix)) at = Math.max(at, modifiedAt.getTime());
    return at;
  }
}

const outKeyOf = ({ name }: JobEntity): string => `${SAVED_CHATS}${name.slice(JOB_PREFIX.length)}`;

function fileStageAfter(job: JobEntity, endedAt: number): StageEnd | false {
  const input = inputOf(DUMP_STAGE, job);
  if (!input) return false;
  const { workPrefix, startedAt, streamer } = input;
  const source = { from: 'dump', workPrefix, outKey: outKeyOf(job), startedAt, endedAt } as const;
  const file: JobInput<typeof chatFileJob> = {
    source,
    streamer,
    title: V0_TITLE,
    startedAt: new Date(startedAt).toISOString(),
    category: '',
  };
  return { next: { stage: FILE_STAGE.name, input: file, say: ENDED_BY_OPERATOR } };
}

function endWithFile(
  { result: { key, messages, warnings } }: JobReport<typeof chatFileJob>,
  path: string | null,
): StageEnd {
  const made = message('job.messages-in', { n: messages, path: path ?? key });
  const note = joined([made, ...warnings]) ?? made;
  return { note, say: note };
}

/** Applies only the first end; a later report of a recorder does not change it. */
function applyEnd(job: JobEntity, endedAt: number): boolean {
  if (!isOpen(job) || typeof job.input?.['endedAt'] === 'number') return false;
  job.say(ENDED_BY_OPERATOR);
  const input = { ...job.input, endedAt };
  Object.assign(job, { note: ENDED_BY_OPERATOR, input, asked: { stage: DUMP_STAGE.name, input } });
  return true;
}
