import { z } from 'zod';
import { WORKER_JOBS } from '../jobs/worker-jobs.js';
import { localized } from '../localized.js';

/** Log of a job, oldest line first; the newest 50 lines. `at` in ms since the Unix epoch. */
export const JobLogLine = z.object({ at: z.int(), text: localized() });
export type JobLogLine = z.infer<typeof JobLogLine>;

/** Jobs that the API runs itself. */
export const API_JOB_KINDS = ['rename', 'archive', 'delete', 'scan', 'cleanup', 'check', 'refresh', 'fix'] as const;
/** Kinds of jobs: recordings, jobs of the workers, jobs of the API itself. */
export const JOB_KINDS = ['capture', ...WORKER_JOBS.map(({ kind }) => kind), ...API_JOB_KINDS] as const;

const JOB_STATUSES = ['NONE', 'WAITING', 'RUNNING', 'STOPPED', 'ERROR'] as const;
/**
 * A job in the format of v0 clients (docs/reference/v0-api.md). Additions to v0: `kind`, `node`, `rate`, `unit`,
 * `left_ms`, `note`, `log`, `error`, `can_retry`, `can_cancel`. `pid` is the real process on `node`, or null for a job
 * without its own process.
 */
export const Job = z.object({
  name: z.string(),
  pid: z.int().nullable(),
  process_running: z.boolean(),
  status: z.enum(JOB_STATUSES),
  progress: z.number().min(0).max(1),
  dt_started_at: z.iso.datetime(),
  kind: z.enum(JOB_KINDS),
  node: z.string().nullable(),
  vod_uuid: z.uuid().nullable(),
  title: localized(),
  rate: z.number().nullable(),
  unit: z.enum(['bytes', 'media-ms', 'items']),
  left_ms: z.int().nullable(),
  note: localized(),
  log: z.array(JobLogLine),
  error: localized().nullable(),
  can_retry: z.boolean(),
  can_cancel: z.boolean(),
});
export type Job = z.infer<typeof Job>;
