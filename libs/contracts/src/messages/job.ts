import { z } from 'zod';
import { definePulse } from '../message.js';

/** Progress of one job, at most one a second. `rate` is in `unit` per second; `leftMs` null while it cannot be told. */
export const jobPulse = definePulse(
  'job',
  'jobName',
  z.object({
    jobName: z.string(),
    at: z.int(),
    worker: z.string(),
    pid: z.int().nullable(),
    progress: z.number().min(0).max(1),
    rate: z.number().nullable(),
    unit: z.enum(['bytes', 'media-ms', 'items']),
    leftMs: z.int().nullable(),
    note: z.string(),
  }),
);

/**
 * Tells whoever runs a job to stop it. A running worker listens on core NATS; the job row is the truth. With `attempt`
 * only that try is meant: it was stopped, replaced or removed, and nothing is to be made of
 * what it has done; a newer try at the job goes on. Absent: every try, as the operator wants it; what goes on until it
 * is cancelled makes its file then.
 */
export const jobCancel = definePulse(
  'job-cancel',
  'jobName',
  z.object({ jobName: z.string(), reason: z.string(), attempt: z.string().optional() }),
);
