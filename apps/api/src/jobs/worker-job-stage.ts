import { type Job, type JobInput, type JobInterim, type JobResult, type WorkerJobDef } from '#libs/contracts';
import { type Message, message, type OwnMessage } from '#libs/messages';
import { type Tx } from '../persistence/database/tx.js';
import { type JobEntity } from '../persistence/entities/job.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/** New status of a job: a worker started it, it waits with a reason, it failed for good, or the operator stopped it. */
export type JobStatusChange = 'started' | 'waiting' | 'failed' | 'stopped';

/** A change of a job in its transaction. `vod` is the job's VOD under its lock if the stage requests it, else null. */
export interface JobChange {
  readonly job: JobEntity;
  readonly vod: VodEntity | null;
  readonly tx: Tx;
}

/** A worker's report that a job is done. `at`: time of the end, ms since the Unix epoch. */
export interface JobReport<D extends WorkerJobDef> {
  readonly result: JobResult<D>;
  readonly at: number;
}

/** A part of a job that a worker does independently. `weight` is its share in the progress of the whole job. */
export interface ChildJob {
  readonly stage: string;
  readonly input: unknown;
  readonly weight?: number;
}

/** How a stage ends: the job is done, it continues with the next stage, or it waits for its children. */
export type StageEnd =
  | { readonly say?: Message; readonly note?: Message }
  | { readonly next: { readonly stage: string; readonly input: unknown; readonly say: Message } }
  | { readonly children: readonly ChildJob[] };

/**
 * Jobs that share a limit: at most `atOnce` of them are with workers at a time. Jobs without a queue are sent as
 * workers take them.
 */
export interface JobQueue {
  readonly name: string;
  readonly atOnce: () => number;
}

/**
 * One step of a worker job on the side of the API: its input and the handling of the worker's reports. Most jobs have
 * one stage; a job with several stages names the next one when a stage is done. Events may repeat, so all hooks may be
 * called twice and must then change nothing.
 */
export interface WorkerJobStage<D extends WorkerJobDef = WorkerJobDef, P = unknown> {
  /** Unique; stored in the job's row. */
  readonly name: string;
  readonly def: D;
  /** The job's kind for clients. */
  readonly kind: Job['kind'];
  /** When the job's VOD is locked: at every change of the job, only when the job is done, or never. */
  readonly locksVod: 'always' | 'done' | 'never';
  readonly queue?: JobQueue;
  /** The job needs all parts of its VOD's recording, so it is stopped when the recording continues; default: no. */
  readonly needsWholeRecording?: boolean;

  /**
   * Called in the transaction of a status change, before the job's row changes.
   * @returns false if this try no longer counts: nothing changes, and the worker gets a cancel message
   */
  statusChanged?(
    status: JobStatusChange,
    change: JobChange & { readonly reason: Message | null; readonly at: number },
  ): boolean | Promise<boolean>;
  /** Prepares what must exist before the transaction in which the job is done, such as a file in the library. */
  prepare?(job: JobEntity, report: JobReport<D>): Promise<P>;
  /**
   * Called in the transaction in which the job is done.
   * @returns false as in {@link statusChanged}
   */
  done(report: JobReport<D>, change: JobChange & { readonly prepared: P }): Promise<StageEnd | false>;
  /**
   * Called after the commit of {@link done}, at least once.
   * @param prepared null if the call repeats
   */
  after?(report: JobReport<D>, done: { readonly job: JobEntity; readonly prepared: P | null }): Promise<void>;
  /** Called after the commit in which the job failed for good. */
  afterFailure?(job: JobEntity): void;
  /** Handles an interim result. */
  interim?(data: JobInterim<D>, job: JobEntity): Promise<void>;
  /** Handles another result of a job that is already done, from any try. The output of that result is not needed. */
  late?(result: JobResult<D>, job: JobEntity): Promise<void>;

  /**
   * Updates the input when the command is sent, because the stored input may be outdated.
   * @throws UserError then the job fails
   */
  refreshInput?(input: JobInput<D>): Promise<JobInput<D>>;
  /**
   * Ends work that does not end by itself. The operator's stop calls it: the worker then finishes the job normally, and
   * the row stays open until then.
   * @returns false if no worker can finish it; then the job is stopped
   */
  end?(job: JobEntity): Promise<boolean>;
  /** Called after the commit of a stop, for other data that depend on the job. */
  stopped?(job: JobEntity): Promise<void>;
  /**
   * Requests the same work again, if that takes more than another try with the same input.
   * @throws UserError
   */
  retry?(job: JobEntity): Promise<void>;
  /**
   * Called when all children of this stage are done.
   * @param results results of the children, in order
   * @returns as {@link done}
   */
  joined?(results: readonly Readonly<Record<string, unknown>>[], change: JobChange): Promise<StageEnd | false>;
}

const WAIT_NOTES = {
  recorder: message('job.waits-recorder'),
  converter: message('job.waits-converter'),
  exporter: message('job.waits-exporter'),
} as const;
/** Note of a job whose command was sent but which no worker has taken yet. */
export const waitsForWorker = ({ worker }: Pick<WorkerJobDef, 'worker'>): OwnMessage => WAIT_NOTES[worker];

/** Input of the job's present stage; null if that is another stage or the input is invalid. */
export function inputOf<D extends WorkerJobDef>(
  { name, def }: Pick<WorkerJobStage<D>, 'name' | 'def'>,
  { stage, input }: Pick<JobEntity, 'stage' | 'input'>,
): JobInput<D> | null {
  const parsed = def.input.safeParse(input);
  return stage === name && parsed.success ? (parsed.data as JobInput<D>) : null;
}

/** Input that the job was queued with, whatever its present stage is; null as in {@link inputOf}. */
export const requestedInput = <D extends WorkerJobDef>(
  stage: Pick<WorkerJobStage<D>, 'name' | 'def'>,
  { asked }: Pick<JobEntity, 'asked'>,
): JobInput<D> | null => asked && inputOf(stage, asked);
