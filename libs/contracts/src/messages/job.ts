import { z } from 'zod';
import { definePulse } from '../message.js';

/** Progress of one job, at most one a second. `rate` is in `unit` per second; `leftMs` null while it cannot be told. */
export const jobPulse = definePulse('job', 'jobName', z.object({
  jobName: z.string(), at: z.int(), worker: z.string(), pid: z.int().nullable(), progress: z.number().min(0).max(1), rate: z.number().nullable(), unit: z.enum(['bytes', 'media-ms', 'items']), leftMs: z.int().nullable(), note: z.string(),
}));

/** Tells whoever runs a job to stop it. A running worker listens on core NATS; the job row is the truth. */
export const jobCancel = definePulse('job-cancel', 'jobName', z.object({ jobName: z.string(), reason: z.string() }));
