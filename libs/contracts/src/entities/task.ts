import { z } from 'zod';
import { localized } from '../localized.js';

/**
 * A periodic task of the API. `where`: on the leading API, or on every API process; then the values are those of the
 * answering process.
 */
export const Task = z.object({
  name: z.string(),
  /** Time from the end of a run to the next one; null for a schedule, which runs at the times of `cron`. */
  interval_s: z.number().nullable(),
  /** Cron expression in the time zone of the server; null for a task with an interval, and for a schedule that is off. */
  cron: z.string().nullable(),
  /** The job of the last run of a schedule, and what it reports; empty if it reports nothing. */
  job: z.string().nullable(),
  outcome: localized(),
  where: z.enum(['leader', 'every-instance']),
  /** The API process that ran it last. */
  node: z.string().nullable(),
  running: z.boolean(),
  last_started_at: z.iso.datetime().nullable(),
  last_ended_at: z.iso.datetime().nullable(),
  last_ok_at: z.iso.datetime().nullable(),
  /** Duration of the last finished run. */
  last_duration_ms: z.int().nullable(),
  /** Result of the last finished run; null before it. */
  result: z.enum(['ok', 'failed']).nullable(),
  error: localized().nullable(),
  next_run_at: z.iso.datetime().nullable(),
  runs: z.int(),
  failures: z.int(),
});
export type Task = z.infer<typeof Task>;
