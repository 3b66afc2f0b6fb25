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
import { Notifications } from '../platform/notifications.service.js';
import { jobEvents } from './job-events.js';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { lockJobName } from './lock-job-name.js';
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
  type JobStatusChange,
  type StageEnd,
  waitsForWorker,
  type WorkerJobStage,
} from './worker-job-stage.js';

type Started = Payload<typeof EVENTS.jobStarted>;
type Done = Payload<typeof EVENTS.jobDone>;
type Failed = Payload<typeof EVENTS.jobFailed>;

const STOPPED = message('job.stopped');
const WAITS_FOR_TURN = message('job.waits-turn');
const PART_FAILED = message('job.part-failed');
const RECEIPT_RETENTION_MS = 7 * 86_400_000;

/** `title` is the name that the operator sees. `input` may depend on `attempt`, which names the worker's output. */
export interface NewWorkerJob<D extends WorkerJobDef> {
  readonly name: string;
  readonly title: Message;
  readonly vodUuid: string | null;
  readonly channelUuid: string | null;
  readonly input: JobInput<D>;
  /** Names the worker's output; generated if not given. */
  readonly attempt?: string;
  /** Replaces a queued or running job of the same name. The earlier try no longer counts. */
  readonly replaces?: boolean;
  /** Initial progress, taken over from an earlier try. */
  readonly progress?: number;
  readonly priority?: number;
}

/** A stopped job and the names of the jobs that workers may still be doing: its own and those of its children. */
export interface StoppedJob {
  readonly job: JobEntity;
  readonly running: readonly string[];
}

/** `plain`: name of the job unless a job of another VOD has it; null if the name has to be `own`. */
export interface JobNames {
  readonly plain: string | null;
  readonly own: string;
  readonly isOurs: (job: JobEntity) => boolean;
}

/**
 * The lifecycle of every job that a worker does:
 *
 * 1. `add` queues it: a row of `job`, in the transaction that decides it. `JobDispatcher` sends its command when it is
 *    its turn, and again if no worker reports on it.
 * 2. A worker reports `started`, `interim`, `done` or `failed` (`waiting` if the worker tries again by itself).
 *    Only the try in the row counts; the worker of another try gets a cancel message.
 * 3. `done` ends the job, continues with the next stage, or splits it into children; then it ends with them.
 *    Each stage is a new try, so repeated reports of the earlier stage are ignored.
 * 4. The operator stops the job (`stop`) or requests it again (`retry`).
 *
 * A {@link WorkerJobStage} defines everything else about a kind of job.
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
    private readonly notifications: Notifications,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'head' | 'read' | 'list' | 'delete'>,
  ) {}

  /** Registers a stage. Its owner calls it in its constructor. */
  register<D extends WorkerJobDef, P>(stage: WorkerJobStage<D, P>): void {
    if (this.stages.has(stage.name)) throw new BugError('stage-twice', `Two services own the stage ${stage.name}.`);
    this.stages.set(stage.name, stage);
  }

  allStages(): readonly WorkerJobStage[] {
    return [...this.stages.values()];
  }

  /** @returns null for a job of the API itself, or of a stage that this version does not know */
  stageOf({ stage }: Pick<JobEntity, 'stage'>): WorkerJobStage | null {
    return stage === null ? null : (this.stages.get(stage) ?? null);
  }

  /** Sets the function that is called when there may be a job to send. */
  onQueued(wake: () => void): void {
    this.wakeDispatcher = wake;
  }

  /**
   * Queues a job inside the transaction that decides it. Call {@link added} after the commit.
   * @throws UserError `job-running` (409): a job of this name is queued or runs
   */
  async add<D extends WorkerJobDef>(
    { name: stage, def }: { readonly name: string; readonly def: D },
    wantedJob: NewWorkerJob<D>,
    tx: Tx,
  ): Promise<JobEntity> {
    const { kind, queue } = this.registered(stage);
    const { name, title, vodUuid, channelUuid, replaces = false, progress = 0, priority = 0 } = wantedJob;
    const input = def.input.parse(wantedJob.input) as Record<string, unknown>;
    const before = replaces ? await this.rows.lock(name, tx) : await lockJobName(name, tx);
    const note = queue ? WAITS_FOR_TURN : waitsForWorker(def);
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

  /** Call it after the commit of {@link add}. */
  added(name: string): void {
    this.notifier.notify('job', name, { actions: ['job_save'] });
    this.wakeDispatcher();
  }

  /**
   * Chooses the name of a VOD's job if another VOD may have a job of the same plain name. Call it inside the
   * transaction that adds the job.
   * @throws UserError `job-running` (409): the VOD's own job is queued or runs
   */
  async chooseName({ plain, own, isOurs }: JobNames, tx: Tx): Promise<string> {
    await lockJobName(own, tx);
    const existing = plain === null ? null : await this.rows.find(plain, tx);
    return plain === null || (existing && !isOurs(existing)) ? own : plain;
  }

  /** Whether this try of a job waits or runs. */
  isOpen(name: string, attempt: string | null, tx?: Tx): Promise<boolean> {
    return this.rows.isOpen(name, attempt, tx);
  }

  /** The job of a try that still counts, with its stage. */
  async current({ jobName, attempt }: JobTry): Promise<{ job: JobEntity; stage: WorkerJobStage } | null> {
    const job = await this.rows.find(jobName);
    const stage = job && this.stageOf(job);
    return job && stage && isOfOpenAttempt(job, attempt) ? { job, stage } : null;
  }

  async started(e: Started): Promise<void> {
    const job = await this.change(e, async ({ job, applyStatus }) => {
      // A newer failure means that a later delivery has already failed.
      if (job.status === 'ERROR' && job.endedAt !== null && e.at <= job.endedAt.getTime()) return false;
      if (!(await applyStatus('started', null, e.at))) return false;
      markStarted(job, e);
      return true;
    });
    if (job) await this.announce(job);
    else if (!(await this.current(e))) this.notifier.dropTry(e);
  }

  async interim({ jobName, attempt, data }: Payload<typeof EVENTS.jobInterim>): Promise<void> {
    const found = await this.current({ jobName, attempt });
    if (found?.stage.interim) await found.stage.interim(found.stage.def.interim.parse(data), found.job);
  }

  async done(e: Done): Promise<void> {
    const found = await this.current(e);
    if (!found) {
      await this.handleRepeatedDone(e);
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
    await this.announce(job);
  }

  /**
   * Applies the receipt that a worker stored, in case its event was lost.
   * @returns whether there was a receipt
   */
  async applyReceipt(name: string): Promise<boolean> {
    const job = await this.rows.find(name);
    const stage = job && this.stageOf(job);
    if (!stage || job.attempt === null) return false;
    const receipt = await readJobReceipt(this.storage, stage.def, job.attempt);
    if (!receipt) return false;
    await this.done({ jobName: name, attempt: job.attempt, ...receipt });
    return true;
  }

  /** Deletes receipts older than a week, except those of open jobs, whose events may be lost. */
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
    const job = await this.change(e, async ({ job, applyStatus }) => {
      isChanged &&= job.status !== 'ERROR';
      if (!(await applyStatus(e.waiting ? 'waiting' : 'failed', e.reason))) return false;
      markFailed(job, e);
      return true;
    });
    if (!job) return false;
    if (isChanged) {
      this.log.warn(`${job.name}: failed: ${english(e.reason)}`);
      this.stageOf(job)?.afterFailure?.(job);
    }
    await this.announce(job);
    return true;
  }

  /**
   * If a job cannot be sent, it fails as if its worker had reported a failure. If the try no longer counts, the job is
   * stopped.
   */
  async refuse({ name, attempt }: JobEntity, thrown: unknown): Promise<void> {
    const reason = localizedOf(thrown);
    const failure = { jobName: name, attempt: attempt ?? '', at: Date.now(), reason, waiting: false };
    if (!(await this.fail(failure))) await this.transactions.run((tx) => this.stopIn(name, reason, tx));
  }

  /** Stops a waiting or running job. If its stage can end it (`end`), the worker finishes it instead. */
  async stop(name: string, reason: Message = STOPPED): Promise<void> {
    const row = await this.rows.find(name);
    if (!row || (await this.endByWorker(row))) return;
    const running = [name];
    const job = await this.change({ jobName: name, attempt: row.attempt ?? '' }, async ({ job, tx, applyStatus }) => {
      if (!isOpen(job) || !(await applyStatus('stopped', reason))) return false;
      markStopped(job, reason);
      running.push(...(await this.children.stop(job.name, { reason, tx })));
      return true;
    });
    if (job) await this.wasStopped({ job, running }, reason);
  }

  /**
   * Stops a waiting or running job inside the transaction of a change that no longer needs it. The caller has already
   * changed the VOD, and calls {@link wasStopped} after the commit.
   * @returns null if the job has ended
   */
  async stopIn(name: string, reason: Message, tx: Tx): Promise<StoppedJob | null> {
    const job = await this.rows.lock(name, tx);
    if (!job || !isOpen(job)) return null;
    await this.rows.save(markStopped(job, reason), tx);
    return { job, running: [name, ...(await this.children.stop(name, { reason, tx }))] };
  }

  /** As {@link stopIn}, for the jobs of a VOD that need its whole recording. */
  async stopOfRecording(vodUuid: string, reason: Message, tx: Tx): Promise<StoppedJob[]> {
    const stages = this.allStages().filter(({ needsWholeRecording }) => needsWholeRecording);
    const rows = await tx.query<{ name: string }[]>(
      `SELECT name FROM job WHERE vod_uuid = $1 AND stage = ANY($2) AND status IN ('WAITING', 'RUNNING') ORDER BY name`,
      [vodUuid, stages.map(({ name }) => name)],
    );
    const stopped: StoppedJob[] = [];
    for (const { name } of rows) {
      const job = await this.stopIn(name, reason, tx);
      if (job) stopped.push(job);
    }
    return stopped;
  }

  /** Call it after the commit of {@link stopIn}. */
  async wasStopped({ job, running }: StoppedJob, reason: Message): Promise<void> {
    for (const name of running) this.notifier.cancelJob(name, reason);
    await this.stageOf(job)?.stopped?.(job);
    this.notifier.notify('job', job.name);
    this.wakeDispatcher();
  }

  /** Ends a job that does not end by itself: its worker gets a request to finish it. */
  private async endByWorker(row: JobEntity): Promise<boolean> {
    return isOpen(row) && (await this.stageOf(row)?.end?.(row)) === true;
  }

  /** @throws UserError `job-missing` (404), `job-running` (409) */
  async retry(job: JobEntity): Promise<void> {
    if (isOpen(job)) throw new UserError(message('error.job-running.retry'), { status: 409 });
    const stage = this.stageOf(job);
    if (!stage) throw JOB_MISSING(job.name);
    if (stage.retry) await stage.retry(job);
    else await this.queueAgain(job.name);
  }

  /**
   * Queues another try with the same input. If the job has children, only the children that are not done are tried
   * again.
   * @throws as {@link retry}
   */
  async queueAgain(name: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const job = await lockJobName(name, tx);
      if (!job) throw JOB_MISSING(name);
      const hasChildren = await this.children.queueAgain(job, { tx, stageOf: (name) => this.registered(name) });
      if (!hasChildren) Object.assign(job, job.asked);
      // If the job is past the stage of its children, all of them are done, and only its present stage is tried again.
      const waitsForThem = hasChildren && this.stageOf(job)?.joined !== undefined;
      job.say(message('job.queued-again'));
      markQueued(job, { status: waitsForThem ? 'RUNNING' : 'WAITING', note: this.waitNoteOf(job) });
      job.startedAt = new Date();
      await this.rows.save(job, tx);
    });
    await this.join(name);
    this.added(name);
  }

  /**
   * Ends the stage of a parent when all its children are done or one has failed. Does nothing otherwise, or for any
   * other job.
   */
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
        if (!(await change.applyStatus('failed', reason))) return false;
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
    await this.announce(job);
  }

  private waitNoteOf(job: JobEntity): Message {
    const stage = this.stageOf(job);
    return stage === null || stage.queue ? WAITS_FOR_TURN : waitsForWorker(stage.def);
  }

  /** Saves the progress report of a worker, if its attempt counts. */
  async progressed({
    jobName,
    attempt,
    at: _,
    worker: node,
    following = false,
    ...progress
  }: Payload<typeof PULSES.jobPulse>): Promise<void> {
    if (!(await this.rows.saveProgress({ jobName, attempt }, { ...progress, node, following }))) return;
    const parent = (await this.rows.find(jobName))?.parent ?? null;
    if (parent !== null) await this.moveParent(parent);
    this.notifier.notify('job', parent ?? jobName, { actions: ['job_progress'] });
  }

  private async moveParent(name: string): Promise<void> {
    const moved = await this.children.progress(name);
    if (moved) await this.rows.saveParentProgress(name, moved);
  }

  /** Call it after a commit: notifies the UI, wakes the dispatcher and updates the parent. */
  private async announce(job: JobEntity): Promise<void> {
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
      markQueued(job, { note: this.waitNoteOf(job) });
    } else if ('children' in end) {
      if (!change.stage.joined)
        throw new BugError('no-join', `The stage ${change.stage.name} never joins its children.`);
      await this.children.add(job, end.children, { tx, stageOf: (name) => this.registered(name) });
      markQueued(job, { status: 'RUNNING', note: null });
    } else markDone(job, { ...end, result, at });
  }

  /**
   * Handles a repeated `done`. An API may have crashed after the commit, or two workers or two tries did the same work.
   */
  private async handleRepeatedDone(e: Done): Promise<void> {
    const job = await this.rows.find(e.jobName);
    const stage = job && this.stageOf(job);
    if (!stage || job.status !== 'STOPPED' || job.progress < 1) return;
    const result = stage.def.result.safeParse(e.result);
    // The result belongs to an earlier stage.
    if (!result.success) return;
    const report = { result: result.data as never, at: e.at };
    const isSame = job.attempt === e.attempt && isDeepStrictEqual(job.result, report.result);
    if (isSame) await stage.after?.(report, { job, prepared: null });
    else await stage.late?.(report.result, job);
  }

  /**
   * Changes a job if the try counts, under the locks of its VOD and its row.
   * @param tried `isEnd`: the stage may end
   * @returns the changed job; null if the try no longer counts or `work` returned false
   */
  private async change(
    { jobName, attempt, isEnd = false }: JobTry & { readonly isEnd?: boolean },
    work: (
      change: JobChange & { readonly stage: WorkerJobStage; readonly applyStatus: ApplyStatus },
    ) => Promise<boolean>,
  ): Promise<JobEntity | null> {
    const found = await this.rows.find(jobName);
    const stage = found && this.stageOf(found);
    if (!found || !stage) return null;
    const changed: { job: JobEntity | null } = { job: null };
    const changeLocked = async (vod: VodEntity | null, tx: Tx): Promise<boolean> => {
      const job = await this.rows.lock(jobName, tx);
      if (!job || job.stage !== stage.name || !isOfOpenAttempt(job, attempt)) return false;
      const hadFailed = job.status === 'ERROR';
      const applyStatus: ApplyStatus = async (to, reason, at = Date.now()) =>
        (await stage.statusChanged?.(to, { job, vod, tx, reason, at })) ?? true;
      if (!(await work({ job, vod, tx, stage, applyStatus }))) return false;
      changed.job = await this.rows.save(job, tx);
      if (!hadFailed) await this.notifications.addAll(jobEvents(job), tx);
      return true;
    };
    const locksVod = stage.locksVod === 'always' || (stage.locksVod === 'done' && isEnd);
    if (locksVod && found.vodUuid !== null) await this.writer.update(found.vodUuid, (vod, tx) => changeLocked(vod, tx));
    else await this.transactions.run((tx) => changeLocked(null, tx));
    return changed.job;
  }
}

/** Attempt in a key of {@link objectKeys.jobReceipt}. */
const attemptOf = (key: string): string => /([^/-]+)-[^/]+$/.exec(key)?.[1] ?? '';

type ApplyStatus = (to: JobStatusChange, reason: Message | null, at?: number) => Promise<boolean>;

/** Whether the job waits for its children: it runs, but no command was sent to a worker. */
const waitsForChildren = ({ status, sentAt }: JobEntity): boolean => status === 'RUNNING' && sentAt === null;

/** A failed job may continue: the operator can retry its dead letter. */
const isOfOpenAttempt = (job: JobEntity, attempt: string): boolean =>
  job.attempt === attempt && (isOpen(job) || job.status === 'ERROR');
