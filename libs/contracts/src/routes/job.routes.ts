import { z } from 'zod';
import { Job } from '../entities/job.js';
import { defineRoute, NoBody, YesNo } from './route.js';

const Name = z.strictObject({ name: z.string().min(1).max(300) });

export const listJobs = defineRoute({
  method: 'GET',
  path: '/api/v0/jobs',
  level: 'admin',
  summary: 'Jobs, newest first',
  data: z.array(Job),
});
/**
 * v0: the name may end in `*` (all jobs that start with it); `clear=1` deletes an ended job instead of stopping it. A
 * job always stops in an orderly way; v0's signal names in `method` are accepted and ignored.
 */
export const deleteJob = defineRoute({
  method: 'DELETE',
  path: '/api/v0/jobs/:name',
  level: 'admin',
  summary: 'Stop a job, or clear an ended one',
  params: Name,
  query: z.strictObject({ clear: YesNo.optional(), method: z.enum(['SIGHUP', 'SIGINT', 'SIGTERM']).optional() }),
  errors: { 'job-missing': 404, 'job-running': 409 },
});
export const retryJob = defineRoute({
  method: 'POST',
  path: '/api/v0/jobs/:name/retry',
  level: 'admin',
  summary: 'Retry a failed job',
  params: Name,
  body: NoBody,
  errors: { 'job-missing': 404, 'job-running': 409 },
});
