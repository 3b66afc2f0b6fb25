import { z } from 'zod';
import { DeadLetter } from '../entities/dead-letter.js';
import { ServiceHealth } from '../entities/health.js';
import { Job } from '../entities/job.js';
import { LogLineView } from '../entities/log-line.js';
import { defineRoute } from './route.js';

const LetterId = z.strictObject({ id: z.string().regex(/^\d{1,15}$/, 'is not the number of a message') });
const Name = z.strictObject({ name: z.string().min(1).max(300) });

export const listJobs = defineRoute({ method: 'GET', path: '/api/v0/jobs', level: 'admin', summary: 'Jobs, newest first', data: z.array(Job) });
/** v0: the name may end in `*` (all that start with it); `clear=1` forgets an ended job instead of stopping it. Work ends in order whatever `method` is named; v0's names of signals are taken. */
export const deleteJob = defineRoute({ method: 'DELETE', path: '/api/v0/jobs/:name', level: 'admin', summary: 'Stop a job, or clear an ended one', params: Name, query: z.strictObject({ clear: z.enum(['1', '0', 'true', 'false']).optional(), method: z.enum(['SIGHUP', 'SIGINT', 'SIGTERM']).optional() }), errors: { 'job-missing': 404, 'job-running': 409 } });
export const retryJob = defineRoute({ method: 'POST', path: '/api/v0/jobs/:name/retry', level: 'admin', summary: 'Try a failed job again', params: Name, body: z.strictObject({}).optional(), errors: { 'job-missing': 404, 'job-running': 409 } });

const LogPage = z.object({ lines: z.array(LogLineView), last_line: z.int(), logs: z.array(z.string()) });
export const getLog = defineRoute({ method: 'GET', path: '/api/v0/log/:date/:lastLine', level: 'admin', summary: 'Log lines of a day after a position', params: z.strictObject({ date: z.iso.date(), lastLine: z.coerce.number().int().nonnegative() }), data: LogPage });
export const getLogDay = defineRoute({ method: 'GET', path: '/api/v0/log/:date', level: 'admin', summary: 'Log lines of a day', params: z.strictObject({ date: z.iso.date() }), data: LogPage });

export const getHealth = defineRoute({ method: 'GET', path: '/api/v0/health', level: 'guest', summary: 'Every service and what is wrong with it', data: z.object({ ok: z.boolean(), services: z.array(ServiceHealth) }) });
export const getAbout = defineRoute({ method: 'GET', path: '/api/v0/about', level: 'admin', summary: 'Versions, tools and memory', data: z.object({ version: z.string(), node: z.string(), bins: z.record(z.string(), z.object({ path: z.string().nullable(), status: z.string(), version: z.string().optional() })), pip: z.record(z.string(), z.unknown()), is_docker: z.boolean(), memory: z.record(z.string(), z.number()), licenses: z.string() }) });

export const listDeadLetters = defineRoute({ method: 'GET', path: '/api/v0/deadletters', level: 'admin', summary: 'Messages given up on', data: z.array(DeadLetter) });
export const retryDeadLetter = defineRoute({ method: 'POST', path: '/api/v0/deadletters/:id/retry', level: 'admin', summary: 'Try a dead letter again', params: LetterId, body: z.strictObject({}).optional(), errors: { 'dead-letter-missing': 404 } });
export const dropDeadLetter = defineRoute({ method: 'DELETE', path: '/api/v0/deadletters/:id', level: 'admin', summary: 'Forget a dead letter', params: LetterId, errors: { 'dead-letter-missing': 404 } });
