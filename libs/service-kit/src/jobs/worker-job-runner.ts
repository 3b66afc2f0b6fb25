import { type Bus, type ClaimedCommand, COMMAND_POLICY, ENDLESS_POLICY } from '#libs/bus';
import {
  type EventDef,
  jobCancel,
  jobDone,
  jobFailed,
  type JobInput,
  type JobInterim,
  jobInterim,
  jobPulse,
  type JobResult,
  jobStarted,
  type JobTry,
  objectKeys,
  type Payload,
  type WorkerJobDef,
} from '#libs/contracts';
import { BugError, isAppError, localizedOf, OutsideError, UserError } from '#libs/errors';
import { english, message, type Message } from '#libs/messages';
import { type Storage } from '#libs/storage';
import { type z } from 'zod';
import { type Log } from '../log.js';
import { JobProgress } from './job-progress.js';
import { type JobReceipt, readJobReceipt } from './job-receipt.js';

/** One delivery of a command: the part of the bus's message context that a worker job needs. */
export interface Delivered {
  /** 1 for the first delivery. */
  readonly attempt: number;
  /** Aborted when the service drains, and when the message was delivered to another worker. */
  readonly signal: AbortSignal;
  progress(): void;
}

/** Size of a job in the unit of its kind. `total`: 0 if unknown; `doneBefore`: amount done by an earlier delivery. */
interface JobSize {
  readonly total: number;
  readonly doneBefore?: number;
}

/** One delivery of a worker job, as passed to its handler. */
export interface RunningJob<D extends WorkerJobDef = WorkerJobDef> extends JobTry {
  readonly input: JobInput<D>;
  /** Aborted when the job is cancelled, the service drains, or the message was delivered to another worker. */
  readonly signal: AbortSignal;
  /** Aborted when the operator ends a job that runs until then. The handler must finish what was done so far. */
  readonly ended: AbortSignal;
  /** A handler must call it on each real progress. A job that does not call it for too long counts as hung. */
  readonly alive: () => void;
  /** Starts to report progress. Each move also counts as `alive`. */
  readonly count: (size: JobSize) => JobProgress;
  /** Reports an interim result. A lost report does no harm: the next one contains more. */
  readonly report: (data: JobInterim<D>) => Promise<void>;
}

/** Implementation of a kind of worker job. */
export interface WorkerJobHandler<D extends WorkerJobDef> {
  /**
   * Resolves when the work can start; the job is reported as started after that. `wait` reports to the operator why the
   * job waits. Without it, the work starts at once.
   */
  readonly ready?: (job: RunningJob<D>, wait: (reason: Message) => Promise<void>) => Promise<void>;
  /** @returns the result of the job @throws OutsideError if a retry may succeed, UserError if it never will */
  readonly run: (job: RunningJob<D>) => Promise<JobResult<D>>;
}

/** Dependencies of a worker that runs jobs. `worker.name` is the name that the operator reads. */
export interface WorkerJobPorts {
  readonly bus: Pick<Bus, 'publish' | 'pulse' | 'onPulse'>;
  /** Stores the receipts. */
  readonly storage: Pick<Storage, 'head' | 'read' | 'put'>;
  readonly worker: { readonly name: string; readonly pid: number };
  readonly log: Log;
}

/** The command of one attempt at a job. */
export type JobCommand<D extends WorkerJobDef> = JobTry & { readonly input: JobInput<D> };

/**
 * The bus claim of a service for one kind of worker job. @param concurrency maximum number of its jobs that run at the
 * same time
 */
export const claimJob = (def: WorkerJobDef, concurrency: number): ClaimedCommand => ({
  def: def.command,
  concurrency,
  hungMs: def.hungMs,
  ...(def.untilEnded ? { policy: ENDLESS_POLICY } : {}),
});

/** One running attempt in this process, with every delivery of its command that waits for it. */
interface RunningAttempt {
  readonly end: Promise<void>;
  readonly deliveries: Delivered[];
}

/**
 * Common lifecycle of every worker job, from its command to its event. A finished attempt is answered from its receipt.
 * A running one reports when it starts, waits, fails or is done, and can be cancelled. The handler implements only the
 * work of its kind.
 */
export class WorkerJobRunner {
  private readonly running = new Map<string, RunningAttempt>();

  constructor(private readonly ports: WorkerJobPorts) {}

  /**
   * Runs one delivery of a command. A delivery that arrives while this process still runs the same attempt joins that
   * run.
   * @throws an error that the bus must answer: a drain, an outside fault (delivered again), a bug. A permanent failure
   *   or a cancellation is reported and does not throw.
   */
  run<D extends WorkerJobDef>(
    def: D,
    { command, delivered }: { readonly command: JobCommand<D>; readonly delivered: Delivered },
    handler: WorkerJobHandler<D>,
  ): Promise<void> {
    const key = objectKeys.jobReceipt(def.kind, command.attempt);
    const known = this.running.get(key);
    if (known) {
      known.deliveries.push(delivered);
      return known.end;
    }
    const deliveries = [delivered];
    const { attempt, signal } = delivered;
    const progress = (): void => {
      for (const delivery of deliveries) delivery.progress();
    };
    const end = new JobRun(def, command, this.ports).deliver({ attempt, signal, progress }, handler).finally(() => {
      this.running.delete(key);
    });
    this.running.set(key, { end, deliveries });
    return end;
  }
}

/** One delivery of one attempt. */
class JobRun<D extends WorkerJobDef> {
  private readonly jobTry: JobTry;
  private readonly receiptKey: string;

  constructor(
    private readonly def: D,
    private readonly command: JobCommand<D>,
    private readonly ports: WorkerJobPorts,
  ) {
    const { jobName, attempt } = command;
    this.jobTry = { jobName, attempt };
    this.receiptKey = objectKeys.jobReceipt(def.kind, attempt);
  }

  async deliver(delivered: Delivered, handler: WorkerJobHandler<D>): Promise<void> {
    const [cancelled, ended] = [new AbortController(), new AbortController()];
    const unsubscribe = this.ports.bus.onPulse(jobCancel, this.jobTry.jobName, ({ reason, attempt }) => {
      if (attempt === this.jobTry.attempt) cancelled.abort(notWanted());
      else if (attempt !== undefined) return;
      else if (this.def.untilEnded) ended.abort();
      else cancelled.abort(new OutsideError(message('error.cancelled', { reason })));
    });
    try {
      const signal = AbortSignal.any([delivered.signal, cancelled.signal]);
      await this.work(this.jobOf({ ...delivered, signal }, ended.signal), handler);
    } catch (thrown) {
      if (delivered.signal.aborted) throw thrown;
      await this.handleFailure(thrown, cancelled.signal, delivered.attempt);
    } finally {
      unsubscribe();
    }
  }

  private async work(job: RunningJob<D>, handler: WorkerJobHandler<D>): Promise<void> {
    const receipt = (await this.findReceipt()) ?? (await this.runAndStoreReceipt(job, handler));
    await this.publish(jobDone, { ...this.jobTry, ...receipt });
  }

  private async runAndStoreReceipt(job: RunningJob<D>, { ready, run }: WorkerJobHandler<D>): Promise<JobReceipt> {
    await ready?.(job, (reason) => this.reportFailure(reason, true));
    const { name: worker, pid } = this.ports.worker;
    await this.publish(jobStarted, { ...this.jobTry, at: Date.now(), worker, pid });
    const result = this.validate(this.def.result, await run(job));
    const receipt: JobReceipt = { at: Date.now(), result };
    await this.ports.storage.put(this.receiptKey, Buffer.from(JSON.stringify(receipt)), {
      contentType: 'application/json',
    });
    return receipt;
  }

  /** @returns null if the attempt never finished, or one of its objects is missing or has another size */
  private async findReceipt(): Promise<JobReceipt | null> {
    const { storage } = this.ports;
    const receipt = await readJobReceipt(storage, this.def, this.command.attempt);
    for (const { key, sizeBytes } of receipt ? this.def.outputs(receipt.result) : [])
      if ((await storage.head(key))?.sizeBytes !== sizeBytes) return null;
    return receipt;
  }

  private jobOf(delivered: Delivered, ended: AbortSignal): RunningJob<D> {
    const alive = (): void => {
      delivered.progress();
    };
    return {
      ...this.jobTry,
      input: this.command.input,
      signal: delivered.signal,
      ended,
      alive,
      count: (size) => this.progressOf(size, alive),
      report: async (data) => {
        await this.publish(jobInterim, {
          ...this.jobTry,
          at: Date.now(),
          data: this.validate(this.def.interim, data),
        }).catch(() => undefined);
      },
    };
  }

  private progressOf(size: JobSize, alive: () => void): JobProgress {
    const { bus, worker } = this.ports;
    return new JobProgress({
      ...size,
      unit: this.def.unit,
      now: Date.now,
      onMoved: alive,
      send: (progress) => {
        bus.pulse(jobPulse, { ...this.jobTry, worker: worker.name, pid: worker.pid, ...progress });
      },
    });
  }

  /**
   * Reports why the job failed. If the bus delivers the command again, a lost report does no harm. A permanent failure
   * is delivered again until the report succeeds.
   * @throws an error that the bus must answer
   */
  private async handleFailure(thrown: unknown, cancelled: AbortSignal, delivery: number): Promise<void> {
    const cause: unknown = cancelled.aborted ? cancelled.reason : thrown;
    if (isNotWanted(cause)) this.ports.log.info('job no longer needed', { job: this.jobTry.jobName });
    else if (cancelled.aborted) await this.reportFailure(localizedOf(cause), false).catch(() => undefined);
    else if (faultOf(thrown) === 'user') await this.reportFailure(localizedOf(thrown), false);
    else {
      const isRetried = faultOf(thrown) === 'outside' && (this.def.untilEnded || delivery < COMMAND_POLICY.tries);
      const reason = localizedOf(thrown);
      await this.reportFailure(isRetried ? retryReason(reason) : reason, isRetried).catch(() => undefined);
      throw thrown;
    }
  }

  private async reportFailure(reason: Message, waiting: boolean): Promise<void> {
    this.ports.log.warn(waiting ? 'job waiting' : 'job failed', { job: this.jobTry.jobName, reason: english(reason) });
    await this.publish(jobFailed, { ...this.jobTry, at: Date.now(), reason, waiting });
  }

  /**
   * The message id contains the time, because a second report about the same attempt is intended. With the attempt
   * alone, NATS would drop it as a duplicate.
   */
  private async publish<E extends EventDef>(def: E, payload: Payload<E>): Promise<void> {
    await this.ports.bus.publish(def, payload, { msgId: `${this.jobTry.attempt}:${def.name}:${String(Date.now())}` });
  }

  private validate(schema: z.ZodType, value: unknown): Record<string, unknown> {
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new BugError('wrong-result', `${this.def.kind}: ${parsed.error.message}`);
    return parsed.data as Record<string, unknown>;
  }
}

const faultOf = (thrown: unknown): 'user' | 'outside' | 'bug' => (isAppError(thrown) ? thrown.fault : 'bug');

/** A handler throws this if it finds that its attempt is no longer wanted. Nothing is reported. */
export const notWanted = (): UserError => new UserError(message('error.not-wanted'));
const isNotWanted = (thrown: unknown): boolean => isAppError(thrown) && thrown.code === 'not-wanted';

/** Reason of a failure after which the bus delivers the command again. */
export const retryReason = (remark: Message): Message => message('job.tried-again', { remark });
