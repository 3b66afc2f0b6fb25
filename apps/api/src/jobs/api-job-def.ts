import { type API_JOB_KINDS } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { type z } from 'zod';
import { type Tx } from '../persistence/database/tx.js';

export type ApiJobKind = (typeof API_JOB_KINDS)[number];

/** Work of the api itself that is too long for an answer: what it is given, and what it is called. */
export interface ApiJobDef<S extends z.ZodType = z.ZodType> {
  readonly kind: ApiJobKind;
  readonly schema: S;
}

/** By name; what was never counted is not there. */
export type Counts = Readonly<Partial<Record<string, number>>>;

/** What a running job may do beside its work. */
export interface ApiJobRun<I> {
  readonly jobName: string;
  readonly input: I;
  /** Aborted when the operator stops it or the api ends; the work leaves either the old state or the new one. */
  readonly signal: AbortSignal;
  /** Saved at most once a second. @param done 0 to 1 @param note what it is at */
  readonly progress: (done: number, note: Message) => void;
  /** A line in the job's log. */
  readonly say: (line: Message) => void;
  /**
   * Adds to what the job counts of its work. It stays when the api dies, and over further tries. In the transaction of
   * what is counted, it is counted exactly once.
   */
  readonly count: (more: Counts, tx?: Tx) => Promise<void>;
  /** All that was counted so far, by whichever api. */
  readonly counted: () => Promise<Counts>;
}

/**
 * Does the work; begun again from the start when the api that did it died, so each step must be safe to repeat.
 * @returns what was done, for the job tab
 */
export type ApiJobWork<I> = (run: ApiJobRun<I>) => Promise<Message>;

export const defineApiJob = <const S extends z.ZodType>(kind: ApiJobKind, schema: S): ApiJobDef<S> => ({
  kind,
  schema,
});
