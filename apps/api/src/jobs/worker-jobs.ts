import {
  type EVENTS,
  type JobInput,
  type JobTry,
  objectKeys,
  type Payload,
  type PULSES,
  type WorkerJobDef,
} from '#libs/contracts';
import { BugError, localizedOf, UserError } from '#libs/errors';
import { english, type Message, message } from '#libs/messages';
import { readJobReceipt, STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { ulid } from 'ulid';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { claimJob } from './claim-job.js';
import { JOB_MISSING } from './job-faults.js';
import { isOpen, type JobEntity } from '../persistence/entities/job.entity.js';
import { JobRepository } from '../persistence/repositories/job.repository.js';
import { markDone, markFailed, markQueued, markStarted, markStopped } from './job-transitions.js';
import { newJob } from './new-job.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodWriter } from '../vods/vod-writer.js';
import { ChildJobs } from './child-jobs.js';
import {
  type JobChange,
  type JobTurn,
  type StageEnd,
  waitsForWorker,
  type WorkerJobStage,
} from './worker-job-stage.js';

type Started = Payload<typeof EVENTS.jobStarted>;
type Done = Payload<typeof EVENTS.jobDone>;
type Failed = Payload<typeof EVENTS.jobFailed>;

const STOPPED = message('job.stopped');
const TURN = message('job.waits-turn');
const PART_FAILED = message('job.part-failed');
const RECEIPT_RETENTION_MS = 7 * 86_400_000;

/** `title` as the operator reads it. `input` may need the try it is made for, which names what the worker writes. */
export interface NewWorkerJob<D extends WorkerJobDef> {
  readonly name: string;
  readonly title: Message;
  readonly vodUuid: string | null;
  readonly channelUuid: string | null;
  readonly input: JobInput<D>;
  /** Names what the worker writes; a new one when not given. */
  readonly attempt?: string;
  /** Takes the place of a job of the name that is queued or runs, whose try counts no more. */
  readonly replaces?: boolean;
  /** Progress that an earlier try had made. */
  readonly progress?: number;
  readonly priority?: number;
}

/** A job that was stopped, and what of it workers may be doing still: its own name, and those of its children. */
export interface StoppedJob {
  readonly job: JobEntity;
  readonly running: readonly string[];
}

/** `plain`: the name a job gets unless it is somebody else's, null where it has to be `own`. */
export interface JobNames {
  readonly plain: string | null;
  readonly own: string;
  readonly isOurs: (job: JobEntity) => boolean;
}

/**
 * The one lifecycle of every job that a worker does:
 *
 * 1. `add` queues it: a row of `job`, in the transaction that decides it. `JobDispatcher` hands its command out when it
 *    is its turn, and once more when nobody speaks of it.
 * 2. A worker reports `started`, `interim`, `done` or `failed` (`waiting` when it is tried again by itself). Only the
 *    try that the row names counts; the worker of another one is asked to stop.
 * 3. `done` ends the job, hands it to the next stage, or splits it into children, whose end is its own. Each stage is a
 *    try of its own: what is reported twice of the stage before counts for nothing.
 * 4. The operator stops it (`stop`) or asks for it again (`retry`).
 *
 * What a kind of job does beside that is its {@link WorkerJobStage}.
 */
@Injectable()
export class WorkerJobs {
  private readonly log = new Logger('jobs');
  private readonly stages = new Map<string, WorkerJobStage>();
  private wakeDispatcher: () => void = () => undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: JobRepository,
    private readonly writer: VodWriter,
    private readonly children: ChildJobs,
    private readonly notifier: UiNotifier,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'head' | 'read' | 'list' | 'delete'>,
  ) {}

  /** Owners call it in their constructor. */
  register<D extends WorkerJobDef, P>(stage: WorkerJobStage<D, P>): void {
    if (this.stages.has(stage.name)) throw new BugError('stage-twice', `Two services own the stage ${stage.name}.`);
    this.stages.set(stage.name, stage);
  }

  allStages(): readonly WorkerJobStage[] {
    return [...this.stages.values()];
  }

  /** @returns null for a job of the api itself, or of a stage that this code does not know */
  stageOf({ stage }: Pick<JobEntity, 'stage'>): WorkerJobStage | null {
    return stage === null ? null : (this.stages.get(stage) ?? null);
  }

  /** Calls `wake` when there may be something to hand out. */
  onQueued(wake: () => void): void {
    this.wakeDispatcher = wake;
  }

  /**
   * Queues a job, inside the transaction that decides it; call {@link added} after its commit.
   * @throws UserError `job-running` (409) - one of the name is queued or runs
   */
  async add<D extends WorkerJobDef>(
    { name: stage, def }: { readonly name: string; readonly def: D },
    wantedJob: NewWorkerJob<D>,
    tx: Tx,
  ): Promise<JobEntity> {
    const { kind, queue } = this.registered(stage);
    const { name, title, vodUuid, channelUuid, replaces = false, progress = 0, priority = 0 } = wantedJob;
    const input = def.input.parse(wantedJob.input) as Record<string, unknown>;
    const before = replaces ? await this.rows.lock(name, tx) : await claimJob(name, tx);
    const note = queue ? TURN : waitsForWorker(def);
    const job = newJob({
      name,
      kind,
      vodUuid,
      channelUuid,
      title,
      unit: def.unit,
      progress,
      note,
      log: before?.log ?? [],
      stage,
      attempt: wantedJob.attempt ?? ulid(),
      input,
      asked: { stage, input },
      priority,
    });
    job.say(message('job.queued-for', { remark: note }));
    return this.rows.save(job, tx);
  }

  /** After the commit of {@link add}. */
  added(name: string): void {
    this.notifier.notify('job', name, { actions: ['job_save'] });
    this.wakeDispatcher();
  }

  /**
   * The name of a VOD's job that another VOD's may have too, inside the transaction that adds it.
   * @throws UserError `job-running` (409) - the VOD's own one is queued or runs
   */
  async nameIn({ plain, own, isOurs }: JobNames, tx: Tx): Promise<string> {
    await claimJob(own, tx);
    const existing = plain === null ? null : await this.rows.find(plain, tx);
    return plain === null || (existing && !isOurs(existing)) ? own : plain;
  }

  /** Whether this try at a job waits or runs. */
  isOpen(name: string, attempt: string | null, tx?: Tx): Promise<boolean> {
    return this.rows.isOpen(name, attempt, tx);
  }

  /** The job of a try that still counts, with its stage. */
  async current({ jobName, attempt }: JobTry): Promise<{ job: JobEntity; stage: WorkerJobStage } | null> {
    const job = await this.rows.find(jobName);
    const stage = job && this.stageOf(job);
    return job && stage && counts(job, attempt) ? { job, stage } : null;
  }

  async started(e: Started): Promise<void> {
    const job = await this.change(e, async ({ job, turn }) => {
      // A failure that is newer was reported by a later delivery.
      if (job.status === 'ERROR' && job.endedAt !== null && e.at <= job.endedAt.getTime()) return false;
      if (!(await turn('started', null, e.at))) return false;
      markStarted(job, e);
      return true;
    });
    if (job) await this.wentOn(job);
    else if (!(await this.current(e))) this.notifier.dropTry(e);
  }

  async interim({ jobName, attempt, data }: Payload<typeof EVENTS.jobInterim>): Promise<void> {
    const found = await this.current({ jobName, attempt });
    if (found?.stage.interim) await found.stage.interim(found.stage.def.interim.parse(data), found.job);
  }

  async done(e: Done): Promise<void> {
    const found = await this.current(e);
    if (!found) {
      await this.repeated(e);
      return;
    }
    const { stage } = found;
    const report = { result: stage.def.result.parse(e.result) as never, at: e.at };
    const prepared = await stage.prepare?.(found.job, report);
    const job = await this.change({ ...e, isEnd: true }, async (change) => {
      const end = await stage.done(report, { ...change, prepared });
      if (end === false) return false;
      await this.end(change, { end, ...report });
      return true;
    });
    if (!job) return;
    await stage.after?.(report, { job, prepared });
    await this.wentOn(job);
  }

  /** What its worker has finished although no event said so. @returns whether it had */
  async applyReceipt(name: string): Promise<boolean> {
    const job = await this.rows.find(name);
    const stage = job && this.stageOf(job);
    if (!stage || job.attempt === null) return false;
    const receipt = await readJobReceipt(this.storage, stage.def, job.attempt);
    if (!receipt) return false;
    await this.done({ jobName: name, attempt: job.attempt, ...receipt });
    return true;
  }

  /** Deletes receipts older than a week, but those of jobs that are still open: their events may be lost. */
  async sweepReceipts(): Promise<void> {
    const old = new Map<string, string>();
    for await (const { key, modifiedAt } of this.storage.list(objectKeys.jobReceipts()))
      if (Date.now() - modifiedAt.getTime() > RECEIPT_RETENTION_MS) old.set(key, attemptOf(key));
    if (old.size === 0) return;
    const rows = await this.transactions.plain.query<{ attempt: string }[]>(
      `SELECT attempt FROM job WHERE status IN ('WAITING', 'RUNNING') AND attempt = ANY($1)`,
      [[...old.values()]],
    );
    const open = new Set(rows.map(({ attempt }) => attempt));
    await this.storage.delete([...old].filter(([, attempt]) => !open.has(attempt)).map(([key]) => key));
  }

  async failed(e: Failed): Promise<void> {
    await this.fail(e);
  }

  /** @returns whether this try counts */
  private async fail(e: Failed): Promise<boolean> {
    let isChanged = !e.waiting;
    const job = await this.change(e, async ({ job, turn }) => {
      isChanged &&= job.status !== 'ERROR';
      if (!(await turn(e.waiting ? 'waiting' : 'failed', e.reason))) return false;
      markFailed(job, e);
      return true;
    });
    if (!job) return false;
    if (isChanged) {
      this.log.warn(`${job.name}: failed: ${english(e.reason)}`);
      this.stageOf(job)?.gaveUp?.(job);
    }
    await this.wentOn(job);
    return true;
  }

  /** A job that cannot be handed out fails as if its worker had said so; one that nobody waits for is over. */
  async refuse({ name, attempt }: JobEntity, thrown: unknown): Promise<void> {
    const reason = localizedOf(thrown);
    const failure = { jobName: name, attempt: attempt ?? '', at: Date.now(), reason, waiting: false };
    if (!(await this.fail(failure))) await this.transactions.run((tx) => this.stopIn(name, reason, tx));
  }

  /** Stops one that waits or runs; one that ends only now ends by itself. */
  async stop(name: string, reason: Message = STOPPED): Promise<void> {
    const row = await this.rows.find(name);
    if (!row || (await this.isEnding(row))) return;
    const running = [name];
    const job = await this.change({ jobName: name, attempt: row.attempt ?? '' }, async ({ job, tx, turn }) => {
      if (!isOpen(job) || !(await turn('stopped', reason))) return false;
      markStopped(job, reason);
      running.push(...(await this.children.stop(job.name, { reason, tx })));
      return true;
    });
    if (job) await this.wasStopped({ job, running }, reason);
  }

  /**
   * Stops one that waits or runs inside the transaction of a change that wants nothing of it any more, and that has
   * changed its VOD already; call {@link wasStopped} after the commit.
   * @returns null when it has ended
   */
  async stopIn(name: string, reason: Message, tx: Tx): Promise<StoppedJob | null> {
    const job = await this.rows.lock(name, tx);
    if (!job || !isOpen(job)) return null;
    await this.rows.save(markStopped(job, reason), tx);
    return { job, running: [name, ...(await this.children.stop(name, { reason, tx }))] };
  }

  /** After the commit of {@link stopIn}. */
  async wasStopped({ job, running }: StoppedJob, reason: Message): Promise<void> {
    for (const name of running) this.notifier.cancelJob(name, reason);
    await this.stageOf(job)?.stopped?.(job);
    this.notifier.notify('job', job.name);
    this.wakeDispatcher();
  }

  /** Of what goes on until it is ended: its worker is asked to. */
  private async isEnding(row: JobEntity): Promise<boolean> {
    return isOpen(row) && (await this.stageOf(row)?.end?.(row)) === true;
  }

  /** @throws UserError `job-missing` (404), `job-running` (409) */
  async retry(job: JobEntity): Promise<void> {
    if (isOpen(job)) throw new UserError(message('error.job-running.retry'), { status: 409 });
    const stage = this.stageOf(job);
    if (!stage) throw JOB_MISSING(job.name);
    if (stage.retry) await stage.retry(job);
    else await this.again(job.name);
  }

  /** Another try with the same input; of a job with children at those that are not done. @throws as {@link retry} */
  async again(name: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const job = await claimJob(name, tx);
      if (!job) throw JOB_MISSING(name);
      const hasChildren = await this.children.queueAgain(job, { tx, stageOf: (name) => this.registered(name) });
      if (!hasChildren) Object.assign(job, job.asked);
      // A stage behind its children is tried again by itself: all of them are done.
      const waitsForThem = hasChildren && this.stageOf(job)?.joined !== undefined;
      job.say(message('job.queued-again'));
      markQueued(job, { status: waitsForThem ? 'RUNNING' : 'WAITING', note: this.turnOf(job) });
      job.startedAt = new Date();
      await this.rows.save(job, tx);
    });
    await this.join(name);
    this.added(name);
  }

  /** Ends the stage of a parent whose children have all ended; nothing while one has not, or for any other job. */
  async join(name: string): Promise<void> {
    const parent = await this.rows.find(name);
    if (!parent || !waitsForChildren(parent) || !this.stageOf(parent)?.joined) return;
    const children = await this.rows.childrenOf(name);
    const broken = children.find(({ status }) => status === 'ERROR');
    const isDone = children.every(({ status }) => status === 'STOPPED');
    if (!broken && !isDone) return;
    const running: string[] = [];
    const job = await this.change({ jobName: name, attempt: parent.attempt ?? '', isEnd: true }, async (change) => {
      if (!waitsForChildren(change.job)) return false;
      if (broken) {
        const reason = broken.error ?? PART_FAILED;
        if (!(await change.turn('failed', reason))) return false;
        markFailed(change.job, { reason, waiting: false, at: Date.now() });
        running.push(...(await this.children.stop(name, { reason: PART_FAILED, tx: change.tx })));
        return true;
      }
      const end = await change.stage.joined?.(
        children.map(({ result }) => result ?? {}),
        change,
      );
      if (end === false) return false;
      await this.end(change, { end: end ?? {}, result: {}, at: Date.now() });
      return true;
    });
    if (!job) return;
    for (const child of running) this.notifier.cancelJob(child, PART_FAILED);
    await this.wentOn(job);
  }

  private turnOf(job: JobEntity): Message {
    const stage = this.stageOf(job);
    return stage === null || stage.queue ? TURN : waitsForWorker(stage.def);
  }

  /** How far the worker of an attempt that counts is. */
  async progressed({
    jobName,
    attempt,
    at: _,
    worker: node,
    following = false,
    ...progress
  }: Payload<typeof PULSES.jobPulse>): Promise<void> {
    if (!(await this.rows.progress({ jobName, attempt }, { ...progress, node, following }))) return;
    const parent = (await this.rows.find(jobName))?.parent ?? null;
    if (parent !== null) await this.moveParent(parent);
    this.notifier.notify('job', parent ?? jobName, { actions: ['job_progress'] });
  }

  private async moveParent(name: string): Promise<void> {
    const moved = await this.children.progress(name);
    if (moved) await this.rows.moveParent(name, moved);
  }

  /** After a commit: who checks it, what waits for it, and the job that it is a part of. */
  private async wentOn(job: JobEntity): Promise<void> {
    this.notifier.notify('job', job.name);
    this.wakeDispatcher();
    if (job.parent === null) return;
    await this.moveParent(job.parent);
    if (!isOpen(job)) await this.join(job.parent);
  }

  private registered(name: string): WorkerJobStage {
    const stage = this.stages.get(name);
    if (!stage) throw new BugError('no-stage', `There is no stage ${name}.`);
    return stage;
  }

  private async end(
    change: JobChange & { readonly stage: WorkerJobStage },
    { end, result, at }: { readonly end: StageEnd; readonly result: Record<string, unknown>; readonly at: number },
  ): Promise<void> {
    const { job, tx } = change;
    if ('next' in end) {
      const stage = this.registered(end.next.stage);
      job.say(end.next.say);
      Object.assign(job, { stage: stage.name, input: stage.def.input.parse(end.next.input) });
      markQueued(job, { note: this.turnOf(job) });
    } else if ('children' in end) {
      if (!change.stage.joined)
        throw new BugError('no-join', `The stage ${change.stage.name} never joins its children.`);
      await this.children.add(job, end.children, { tx, stageOf: (name) => this.registered(name) });
      markQueued(job, { status: 'RUNNING', note: null });
    } else markDone(job, { ...end, result, at });
  }

  /** This api may have died after the commit, or two workers or two tries have done the same. */
  private async repeated(e: Done): Promise<void> {
    const job = await this.rows.find(e.jobName);
    const stage = job && this.stageOf(job);
    if (!stage || job.status !== 'STOPPED' || job.progress < 1) return;
    const result = stage.def.result.safeParse(e.result);
    // Of an earlier stage.
    if (!result.success) return;
    const report = { result: result.data as never, at: e.at };
    const isSame = job.attempt === e.attempt && isDeepStrictEqual(job.result, report.result);
    if (isSame) await stage.after?.(report, { job, prepared: null });
    else await stage.late?.(report.result, job);
  }

  /**
   * Changes a job whose try counts, under the locks of its VOD and its row.
   * @param tried `isEnd`: its stage may end
   * @returns the changed job; null when it counts no more, or `work` left it
   */
  private async change(
    { jobName, attempt, isEnd = false }: JobTry & { readonly isEnd?: boolean },
    work: (change: JobChange & { readonly stage: WorkerJobStage; readonly turn: Turn }) => Promise<boolean>,
  ): Promise<JobEntity | null> {
    const found = await this.rows.find(jobName);
    const stage = found && this.stageOf(found);
    if (!found || !stage) return null;
    const changed: { job: JobEntity | null } = { job: null };
    const under = async (vod: VodEntity | null, tx: Tx): Promise<boolean> => {
      const job = await this.rows.lock(jobName, tx);
      if (!job || job.stage !== stage.name || !counts(job, attempt)) return false;
      const turn: Turn = async (to, reason, at = Date.now()) =>
        (await stage.turned?.(to, { job, vod, tx, reason, at })) ?? true;
      if (!(await work({ job, vod, tx, stage, turn }))) return false;
      changed.job = await this.rows.save(job, tx);
      return true;
    };
    const locksVod = stage.locksVod === 'always' || (stage.locksVod === 'done' && isEnd);
    if (locksVod && found.vodUuid !== null) await this.writer.update(found.vodUuid, (vod, tx) => under(vod, tx));
    else await this.transactions.run((tx) => under(null, tx));
    return changed.job;
  }
}

/** Of {@link objectKeys.jobReceipt}. */
const attemptOf = (key: string): string => /([^/-]+)-[^/]+$/.exec(key)?.[1] ?? '';

type Turn = (to: JobTurn, reason: Message | null, at?: number) => Promise<boolean>;

/** A worker is asked for nothing: the job is done when its children are. */
const waitsForChildren = ({ status, sentAt }: JobEntity): boolean => status === 'RUNNING' && sentAt === null;

/** One that failed may be revived: its message was a dead letter that the operator tried again. */
const counts = (job: JobEntity, attempt: string): boolean =>
  job.attempt === attempt && (isOpen(job) || job.status === 'ERROR');
