import { z } from 'zod';
import { WORKER_JOBS } from '../jobs/worker-jobs.js';
import { localized } from '../localized.js';

/** A line of a job's log. `at` in ms since the Unix epoch. */
export const JobLogLine = z.object({ at: z.int(), text: localized() });
export type JobLogLine = z.infer<typeof JobLogLine>;

/**
 * Kinds of API jobs. `check`: many VODs are compared with their sites. `refresh`: the files of a VOD are probed again.
 * `match`, `nfo`, `hook` and `replace` follow a recording; the last ones run on schedule.
 */
export const API_JOB_KINDS = [
  'rename',
  'archive',
  'delete',
  'scan',
  'cleanup',
  'check',
  'refresh',
  'match',
  'nfo',
  'hook',
  'replace',
  'clips',
  'backup',
  'verify',
  'self-test',
] as const;
/** Kinds of jobs: recordings, worker jobs and API jobs. */
export const JOB_KINDS = ['capture', ...WORKER_JOBS.map(({ kind }) => kind), ...API_JOB_KINDS] as const;

const JOB_STATUSES = ['NONE', 'WAITING', 'RUNNING', 'STOPPED', 'ERROR'] as const;
/**
 * A job in the format of v0 clients (docs/reference/v0-api.md#jobs). A recording is listed as a job of kind `capture`.
 * Additions to v0: all fields from `kind` on.
 */
export const Job = z.object({
  name: z.string(),
  /** The process on `node`; null for a job without its own process. */
  pid: z.int().nullable(),
  process_running: z.boolean(),
  status: z.enum(JOB_STATUSES),
  /** 0 while the size of the job is unknown; a capture or a chat dump has none. */
  progress: z.number().min(0).max(1),
  dt_started_at: z.iso.datetime(),
  kind: z.enum(JOB_KINDS),
  /** The worker, or the host of the API, that runs it; null while it is queued. */
  node: z.string().nullable(),
  vod_uuid: z.uuid().nullable(),
  title: localized(),
  /** Work per second, in `unit`; null while unknown. */
  rate: z.number().nullable(),
  unit: z.enum(['bytes', 'media-ms', 'items']),
  /** Estimated time left; null while unknown. */
  left_ms: z.int().nullable(),
  /** The current step; empty if there is none. */
  note: localized(),
  /** The newest 50 lines, oldest first. */
  log: z.array(JobLogLine),
  error: localized().nullable(),
  can_retry: z.boolean(),
  can_cancel: z.boolean(),
});
export type Job = z.infer<typeof Job>;
