import { z } from 'zod';
import { defineCommand, defineEvent, definePulse, type MessageDef } from '../message.js';
import { Message } from '../localized.js';

/** Services that run worker jobs. */
export const JOB_WORKERS = ['recorder', 'converter', 'exporter'] as const;
export type JobWorker = (typeof JOB_WORKERS)[number];

/** Units in which a job measures its progress. */
export const JOB_UNITS = ['bytes', 'media-ms', 'items'] as const;
export type JobUnit = (typeof JOB_UNITS)[number];

interface Plan<K extends string, I extends z.ZodType, R extends z.ZodType, N extends z.ZodType> {
  /** Also the name of its command: `cmd.<kind>.<job>`. */
  readonly kind: K;
  readonly worker: JobWorker;
  readonly unit: JobUnit;
  /** Input of the worker. It is part of a message (256 kB); pass larger data by object key. */
  readonly input: I;
  /** Result that the worker reports when it is done. */
  readonly result: R;
  /** Interim result that the worker reports and the API stores; default: none. */
  readonly interim?: N;
  /** Objects that a result refers to. A finished attempt runs again if one of them is missing or has another size. */
  readonly outputs?: (result: z.infer<R>) => readonly { readonly key: string; readonly sizeBytes: number }[];
  /** The job runs until the operator ends it: a cancellation ends it normally, and it is retried without limit. */
  readonly untilEnded?: boolean;
  /** Time in ms without progress after which the job is hung and its message goes to another worker; default: 60 s. */
  readonly hungMs?: number;
}

const attemptFields = { jobName: z.string().min(1), attempt: z.string().min(1) };

/**
 * Defines one kind of work that a worker does for the API. All kinds use the same mechanism for queueing, delivery,
 * reports, repetition, cancellation and retry. `attempt` identifies one attempt at a job and is part of every object
 * key that it writes. So a second delivery writes the same objects and never touches those of another attempt.
 */
export function defineWorkerJob<
  const K extends string,
  I extends z.ZodType,
  R extends z.ZodType,
  N extends z.ZodType = z.ZodNever,
>(plan: Plan<K, I, R, N>) {
  const { untilEnded = false, hungMs = 60_000, outputs = () => [], interim = z.never(), ...rest } = plan;
  return {
    ...rest,
    untilEnded,
    hungMs,
    outputs,
    interim,
    command: defineCommand(plan.kind, 'jobName', z.object({ ...attemptFields, input: plan.input })),
  };
}

/** The command of a kind of worker job, for code that only forwards it: the receiver validates the input. */
export const jobCommand = (kind: string) =>
  defineCommand(kind, 'jobName', z.object({ ...attemptFields, input: z.unknown() }));

/** Any kind of worker job, for code that is independent of the kind. */
export interface WorkerJobDef {
  readonly kind: string;
  readonly worker: JobWorker;
  readonly unit: JobUnit;
  readonly input: z.ZodType;
  readonly result: z.ZodType;
  readonly interim: z.ZodType;
  // A method, so that a definition with one result type is assignable where any is accepted.
  outputs(result: unknown): readonly { readonly key: string; readonly sizeBytes: number }[];
  readonly untilEnded: boolean;
  readonly hungMs: number;
  readonly command: MessageDef & { readonly kind: 'command' };
}
export type JobInput<D extends WorkerJobDef> = z.infer<D['input']>;
export type JobResult<D extends WorkerJobDef> = z.infer<D['result']>;
export type JobInterim<D extends WorkerJobDef> = z.infer<D['interim']>;

/** Identifies a job and one attempt at it. */
export interface JobTry {
  readonly jobName: string;
  readonly attempt: string;
}

/** A worker started the job, or continues it after a wait; `at` in ms since the Unix epoch. */
export const jobStarted = defineEvent(
  'job-started',
  'attempt',
  z.object({ ...attemptFields, at: z.int(), worker: z.string(), pid: z.int() }),
);
/** The outputs of the job are stored; `result` as its kind defines it. */
export const jobDone = defineEvent(
  'job-done',
  'attempt',
  z.object({ ...attemptFields, at: z.int(), result: z.record(z.string(), z.unknown()) }),
);
/** `waiting`: not a failure yet; the job is retried by itself or waits for something with a visible reason. */
export const jobFailed = defineEvent(
  'job-failed',
  'attempt',
  z.object({
    ...attemptFields,
    at: z.int(),
    reason: Message,
    waiting: z.boolean(),
  }),
);
/** Interim result of a job; `data` as its kind defines it. A lost report does no harm: the next one contains more. */
export const jobInterim = defineEvent(
  'job-interim',
  'attempt',
  z.object({ ...attemptFields, at: z.int(), data: z.record(z.string(), z.unknown()) }),
);

/**
 * Progress of one job, at most one a second. `rate` is in `unit` per second; `leftMs` is null while unknown.
 * `following`: the job has processed everything that its source has so far and waits for more, possibly for hours and
 * at little cost. Absent: no.
 */
export const jobPulse = definePulse(
  'job',
  'jobName',
  z.object({
    ...attemptFields,
    at: z.int(),
    worker: z.string(),
    pid: z.int().nullable(),
    progress: z.number().min(0).max(1),
    rate: z.number().nullable(),
    unit: z.enum(JOB_UNITS),
    leftMs: z.int().nullable(),
    note: Message.nullable(),
    following: z.boolean().optional(),
  }),
);

/**
 * Tells the worker of a job to stop it. A running worker listens on core NATS; the job row is authoritative. With
 * `attempt` only that attempt stops: it was stopped, replaced or removed, and its results are discarded; a newer
 * attempt continues. Without `attempt` all attempts stop, because the operator wants it; a job that runs until ended is
 * then done.
 */
export const jobCancel = definePulse(
  'job-cancel',
  'jobName',
  z.object({ jobName: z.string(), reason: Message, attempt: z.string().optional() }),
);
