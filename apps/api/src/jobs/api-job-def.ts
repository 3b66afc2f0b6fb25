import { type API_JOB_KINDS } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { type z } from 'zod';
import { type Tx } from '../persistence/database/tx.js';

export type ApiJobKind = (typeof API_JOB_KINDS)[number];

/** Definition of a job that the API runs itself because it takes too long for a response: its kind and its input. */
export interface ApiJobDef<S extends z.ZodType = z.ZodType> {
  readonly kind: ApiJobKind;
  readonly schema: S;
}

/** Counters by name. A name that was never counted is missing. */
export type Counts = Readonly<Partial<Record<string, number>>>;

/** Input of a running job, and the functions that it may call. */
export interface ApiJobRun<I> {
  readonly jobName: string;
  readonly input: I;
  /**
   * Aborted when the operator stops the job or the API stops. The work must then leave either the old state or the new
   * one.
   */
  readonly signal: AbortSignal;
  /**
   * Reports progress. Saved at most once a second.
   * @param done 0 to 1
   * @param note present step
   */
  readonly progress: (done: number, note: Message) => void;
  /** Adds a line to the job's log. */
  readonly say: (line: Message) => void;
  /**
   * Adds to the job's counters. They survive a crash of the API and further tries. With the transaction of the counted
   * work, each item is counted exactly once.
   */
  readonly count: (more: Counts, tx?: Tx) => Promise<void>;
  /** Counters of all tries so far, on any API. */
  readonly counted: () => Promise<Counts>;
}

/**
 * Does the work. If the API crashes, another one starts the work from the beginning, so each step must be safe to
 * repeat.
 * @returns the outcome, for the job tab
 */
export type ApiJobWork<I> = (run: ApiJobRun<I>) => Promise<Message>;

export const defineApiJob = <const S extends z.ZodType>(kind: ApiJobKind, schema: S): ApiJobDef<S> => ({
  kind,
  schema,
});
