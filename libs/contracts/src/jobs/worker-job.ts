import { z } from 'zod';
import { defineCommand, defineEvent, definePulse, type MessageDef } from '../message.js';
import { Message } from '../localized.js';

/** Services that do worker jobs. */
export const JOB_WORKERS = ['recorder', 'converter', 'exporter'] as const;
export type JobWorker = (typeof JOB_WORKERS)[number];

/** What a job counts as it goes on. */
export const JOB_UNITS = ['bytes', 'media-ms', 'items'] as const;
export type JobUnit = (typeof JOB_UNITS)[number];

interface Plan<K extends string, I extends z.ZodType, R extends z.ZodType, N extends z.ZodType> {
  /** Name of its command too: `cmd.<kind>.<job>`. */
  readonly kind: K;
  readonly worker: JobWorker;
  readonly unit: JobUnit;
  /** What its worker receives. It travels in a message (256 kB): what is larger travels as an object key. */
  readonly input: I;
  /** What its worker reports when it is done. */
  readonly result: R;
  /** What its worker reports while it goes on and api keeps; none when not given. */
  readonly interim?: N;
  /** Objects that a result names: a finished attempt is repeated when one of them is gone or has another size. */
  readonly outputs?: (result: z.infer<R>) => readonly { readonly key: string; readonly sizeBytes: number }[];
  /** It goes on until the operator ends it: to cancel it is its end, and it is tried again for ever. */
  readonly untilEnded?: boolean;
  /** Without progress for so long it hangs, and its message goes to another worker; 60 s when not given. */
  readonly hungMs?: number;
}

const tried = { jobName: z.string().min(1), attempt: z.string().min(1) };

/**
 * One kind of work that a worker does for api: queued, handed out, reported, repeated, cancelled and retried by one
 * mechanism. `attempt` names one try at a job: every object it writes has it in its key, so that a second delivery
 * writes the same objects and nothing of another attempt is touched.
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
    command: defineCommand(plan.kind, 'jobName', z.object({ ...tried, input: plan.input })),
  };
}

/** The command of a kind of worker job, for who only passes it on: the input is checked by who reads it. */
export const jobCommand = (kind: string) => defineCommand(kind, 'jobName', z.object({ ...tried, input: z.unknown() }));

/** Any kind of worker job, as code that knows no kind sees it. */
export interface WorkerJobDef {
  readonly kind: string;
  readonly worker: JobWorker;
  readonly unit: JobUnit;
  readonly input: z.ZodType;
  readonly result: z.ZodType;
  readonly interim: z.ZodType;
  // A method, so that a definition of one result fits where any is taken.
  outputs(result: unknown): readonly { readonly key: string; readonly sizeBytes: number }[];
  readonly untilEnded: boolean;
  readonly hungMs: number;
  readonly command: MessageDef & { readonly kind: 'command' };
}
export type JobInput<D extends WorkerJobDef> = z.infer<D['input']>;
export type JobResult<D extends WorkerJobDef> = z.infer<D['result']>;
export type JobInterim<D extends WorkerJobDef> = z.infer<D['interim']>;

/** Which job, and which try at it. */
export interface JobTry {
  readonly jobName: string;
  readonly attempt: string;
}

/** A worker began, or goes on after it waited; `at` in ms since the Unix epoch. */
export const jobStarted = defineEvent(
  'job-started',
  'attempt',
  z.object({ ...tried, at: z.int(), worker: z.string(), pid: z.int() }),
);
/** What it made is stored; `result` as its kind defines it. */
export const jobDone = defineEvent(
  'job-done',
  'attempt',
  z.object({ ...tried, at: z.int(), result: z.record(z.string(), z.unknown()) }),
);
/** `waiting`: no failure yet, it is tried again by itself or waits for something with a visible reason. */
export const jobFailed = defineEvent(
  'job-failed',
  'attempt',
  z.object({
    ...tried,
    at: z.int(),
    reason: Message,
    waiting: z.boolean(),
  }),
);
/** What is there before it is done; `data` as its kind defines it. A lost one costs nothing: the next one says more. */
export const jobInterim = defineEvent(
  'job-interim',
  'attempt',
  z.object({ ...tried, at: z.int(), data: z.record(z.string(), z.unknown()) }),
);

/**
 * Progress of one job, at most one a second. `rate` is in `unit` per second; `leftMs` null while it is unknown.
 * `following`: the job has everything that its source has so far, and waits for more. It may do so for hours, at little
 * cost. Absent: no.
 */
export const jobPulse = definePulse(
  'job',
  'jobName',
  z.object({
    ...tried,
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
 * Tells whoever runs a job to stop it. A running worker listens on core NATS; the job row is the truth. With `attempt`
 * only that try is meant: it was stopped, replaced or removed, and nothing is to be made of what it has done; a newer
 * try at the job goes on. Absent: every try, as the operator wants it; what goes on until it is ended is done then.
 */
export const jobCancel = definePulse(
  'job-cancel',
  'jobName',
  z.object({ jobName: z.string(), reason: Message, attempt: z.string().optional() }),
);
