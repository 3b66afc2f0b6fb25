import { z } from 'zod';
import { localized } from '../localized.js';

/** Work that the api repeats. `where`: on the api that leads, or on every api; then this is the answering api's. */
export const Task = z.object({
  name: z.string(),
  /** From the end of a run to the next one. */
  interval_s: z.number(),
  where: z.enum(['leader', 'every-instance']),
  /** The api that ran it last. */
  node: z.string().nullable(),
  running: z.boolean(),
  last_started_at: z.iso.datetime().nullable(),
  last_ended_at: z.iso.datetime().nullable(),
  last_ok_at: z.iso.datetime().nullable(),
  /** Of the last run that ended. */
  last_duration_ms: z.int().nullable(),
  /** Of the last run that ended; null before that. */
  result: z.enum(['ok', 'failed']).nullable(),
  error: localized().nullable(),
  next_run_at: z.iso.datetime().nullable(),
  runs: z.int(),
  failures: z.int(),
});
export type Task = z.infer<typeof Task>;
