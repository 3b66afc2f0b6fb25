import { z } from 'zod';
import { localized } from '../localized.js';

/**
 * A periodic task of the API. `where`: on the leading API, or on every API process; then the values are those of the
 * answering process.
 */
export const Task = z.object({
  name: z.string(),
  /** Time from the end of a run to the next one. */
  interval_s: z.number(),
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
