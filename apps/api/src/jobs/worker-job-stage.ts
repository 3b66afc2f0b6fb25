import { type Job, type JobInput, type JobInterim, type JobResult, type WorkerJobDef } from '#libs/contracts';
import { type Message, message, type OwnMessage } from '#libs/messages';
import { type Tx } from '../persistence/database/tx.js';
import { type JobEntity } from '../persistence/entities/job.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/** What a job turned to: in a queue, at work, waiting with a reason, failed for good, or stopped by the operator. */
export type JobTurn = 'started' | 'waiting' | 'failed' | 'stopped';

/** A change of a job in its transaction. `vod` is its VOD under its lock, where the stage asks for that. */
export interface JobChange {
  readonly job: JobEntity;
  readonly vod: VodEntity | null;
  readonly tx: Tx;
}

/** What a worker reported of a job that is done; `at`: when, ms since the Unix epoch. */
export interface JobReport<D extends WorkerJobDef> {
  readonly result: JobResult<D>;
  readonly at: number;
}

/** A part of a job that a worker does on its own; `weight` is what it counts for in the progress of the whole. */
export interface ChildJob {
  readonly stage: string;
  readonly input: unknown;
  readonly weight?: number;
}

/**
 * How a stage ends: the job is done, a worker goes on with the next stage of it, or it is done when its children are.
 */
export type StageEnd =
  | { readonly say?: Message; readonly note?: Message }
  | { readonly next: { readonly stage: string; readonly input: unknown; readonly say: Message } }
  | { readonly children: readonly ChildJob[] };

/** Jobs that share a limit: no more than `atOnce` are with workers. The others are handed out as workers take them. */
export interface JobQueue {
  readonly name: string;
  readonly atOnce: () => number;
}

/**
 * One step of a worker job as api knows it: what its worker is asked for, and what follows from what it reports. Most
 * jobs have one; a job of several names the next one when one is done. All hooks may be called twice, since events
 * repeat, and must then change nothing more.
 */
export interface WorkerJobStage<D extends WorkerJobDef = WorkerJobDef, P = unknown> {
  /** Unique; kept in the row of the job. */
  readonly name: string;
  readonly def: D;
  /** What clients see the job as. */
  readonly kind: Job['kind'];
  /** Whether its job's VOD is locked when the job changes: at every change, when it is done, or never. */
  readonly locksVod: 'always' | 'done' | 'never';
  readonly queue?: JobQueue;

  /**
   * In the transaction of the change, before the row of the job follows.
   * @returns false where this try does not count any more: nothing changes, and its worker is asked to stop
   */
  turned?(
    turn: JobTurn,
    change: JobChange & { readonly reason: Message | null; readonly at: number },
  ): boolean | Promise<boolean>;
  /** What has to be there before the transaction in which the job is done, such as a file in the library. */
  prepare?(job: JobEntity, report: JobReport<D>): Promise<P>;
  /** In the transaction in which the job is done. @returns false as {@link turned} */
  done(report: JobReport<D>, change: JobChange & { readonly prepared: P }): Promise<StageEnd | false>;
  /** After the commit of {@link done}, at least once. @param prepared null where it is not the first time */
  after?(report: JobReport<D>, done: { readonly job: JobEntity; readonly prepared: P | null }): Promise<void>;
  /** After the commit in which it failed for good. */
  gaveUp?(job: JobEntity): void;
  /** Something is there before it is done. */
  interim?(data: JobInterim<D>, job: JobEntity): Promise<void>;
  /** Another result of a job that is done already, of whichever try: what it made is not wanted. */
  late?(result: JobResult<D>, job: JobEntity): Promise<void>;

  /** What its worker receives now: what was made when it was queued may be out of date. @throws UserError: it fails */
  today?(input: JobInput<D>): Promise<JobInput<D>>;
  /**
   * Of work that does not end by itself: to stop it is its end, after which it is finished; the row goes on until then.
   * @returns false where nobody is there to finish it: then it is stopped
   */
  end?(job: JobEntity): Promise<boolean>;
  /** After the commit of a stop: what else hangs on the job. */
  stopped?(job: JobEntity): Promise<void>;
  /** Asks for the same work again, where that is more than another try with the same input. @throws UserError */
  retry?(job: JobEntity): Promise<void>;
  /**
   * Of a stage that ends in children, when all of them are done; their results in order.
   * @returns as {@link done}
   */
  joined?(results: readonly Readonly<Record<string, unknown>>[], change: JobChange): Promise<StageEnd | false>;
}

const WAITS = {
  recorder: message('job.waits-recorder'),
  converter: message('job.waits-converter'),
  exporter: message('job.waits-exporter'),
} as const;
/** Note of a job whose command is with the workers, and none has taken it yet. */
export const waitsForWorker = ({ worker }: Pick<WorkerJobDef, 'worker'>): OwnMessage => WAITS[worker];

/** What the worker of a job's present stage receives; null where that is another stage, or cannot be read. */
export function inputOf<D extends WorkerJobDef>(
  { name, def }: Pick<WorkerJobStage<D>, 'name' | 'def'>,
  { stage, input }: Pick<JobEntity, 'stage' | 'input'>,
): JobInput<D> | null {
  const parsed = def.input.safeParse(input);
  return stage === name && parsed.success ? (parsed.data as JobInput<D>) : null;
}

/** What a job was asked for with, whatever stage it is at now; null as {@link inputOf}. */
export const requestedInput = <D extends WorkerJobDef>(
  stage: Pick<WorkerJobStage<D>, 'name' | 'def'>,
  { asked }: Pick<JobEntity, 'asked'>,
): JobInput<D> | null => asked && inputOf(stage, asked);
