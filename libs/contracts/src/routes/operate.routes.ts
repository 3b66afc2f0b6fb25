import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { DeadLetter } from '../entities/dead-letter.js';
import { ServiceHealth } from '../entities/health.js';
import { Job } from '../entities/job.js';
import { LogLineView } from '../entities/log-line.js';
import { defineRoute, NoBody, numberText, YesNo } from './route.js';

const LetterId = z.strictObject({ id: z.string().regex(/^\d{1,15}$/, fieldMessage('field.not-message-number')) });
const Name = z.strictObject({ name: z.string().min(1).max(300) });

export const listJobs = defineRoute({
  method: 'GET',
  path: '/api/v0/jobs',
  level: 'admin',
  summary: 'Jobs, newest first',
  data: z.array(Job),
});
/**
 * v0: the name may end in `*` (all that start with it); `clear=1` forgets an ended job instead of stopping it. Work
 * ends in order whatever `method` is named; v0's names of signals are taken.
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
  summary: 'Try a failed job again',
  params: Name,
  body: NoBody,
  errors: { 'job-missing': 404, 'job-running': 409 },
});

/**
 * `last_line` is a place in the order of all services, not a count: asking again from it neither repeats nor skips a
 * line (in v0 it is a count). `logs`: days that have lines, newest first.
 */
const LogPage = z.object({
  lines: z.array(LogLineView),
  last_line: z.int(),
  logs: z.array(z.string()),
  more: z.boolean(),
});
const Limit = numberText(z.int().min(1).max(1000)).default(1000);
const Position = numberText(z.int().min(0).max(Number.MAX_SAFE_INTEGER));
const LogQuery = z.strictObject({ limit: Limit });
export const getLog = defineRoute({
  method: 'GET',
  path: '/api/v0/log/:date/:lastLine',
  level: 'admin',
  summary: 'Log lines of a day after a position',
  params: z.strictObject({ date: z.iso.date(), lastLine: Position }),
  query: LogQuery,
  data: LogPage,
});
export const getLogDay = defineRoute({
  method: 'GET',
  path: '/api/v0/log/:date',
  level: 'admin',
  summary: 'Log lines of a day',
  params: z.strictObject({ date: z.iso.date() }),
  query: LogQuery,
  data: LogPage,
});

const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], fieldMessage('field.date-or-moment'));
/**
 * The log as in later v0 (docs/reference/v0-api.md), with filters beside it: `level` (several parted by commas, v0's
 * names or ours), `module`, `service`, `q` (part of the text, whatever the case). `transport` is taken and means
 * nothing here. `dateTo` as a date is the whole of that day; not given: until now. Go on with `after` = `last_line`
 * while `more`: a check through very many lines that do not fit comes in pieces, which may be empty.
 */
export const searchLog = defineRoute({
  method: 'GET',
  path: '/api/v0/log',
  level: 'admin',
  summary: 'Log lines between two moments, filtered',
  query: z.strictObject({
    dateFrom: Moment,
    dateTo: Moment.optional(),
    limit: Limit,
    transport: z.string().max(64).optional(),
    level: z
      .string()
      .max(100)
      .regex(/^[A-Za-z]+(,[A-Za-z]+)*$/, fieldMessage('field.log-levels'))
      .optional(),
    module: z.string().min(1).max(100).optional(),
    service: z.string().min(1).max(100).optional(),
    q: z.string().min(1).max(200).optional(),
    after: Position.default(0),
  }),
  data: z.object({
    lines: z.array(
      z.object({
        message: z.string(),
        level: z.string(),
        metadata: z.looseObject({
          module: z.string(),
          timestamp: z.iso.datetime(),
          service: z.string(),
          node: z.string(),
          pid: z.int(),
        }),
      }),
    ),
    amount: z.int(),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    limit: z.int(),
    last_line: z.int(),
    more: z.boolean(),
  }),
  errors: { 'unknown-level': 400, 'dates-reversed': 400 },
});

export const getHealth = defineRoute({
  method: 'GET',
  path: '/api/v0/health',
  level: 'guest',
  summary: 'Every service and what is wrong with it',
  data: z.object({ ok: z.boolean(), services: z.array(ServiceHealth) }),
});
export const getAbout = defineRoute({
  method: 'GET',
  path: '/api/v0/about',
  level: 'admin',
  summary: 'Versions, tools and memory',
  data: z.object({
    version: z.string(),
    node: z.string(),
    bins: z.record(
      z.string(),
      z.object({
        path: z.string().nullable(),
        status: z.string(),
        version: z.string().optional(),
        min_version: z.string().optional(),
        /** Where it was looked for; ours, beside v0. */
        tried: z.string(),
      }),
    ),
    pip: z.record(z.string(), z.unknown()),
    is_docker: z.boolean(),
    memory: z.record(z.string(), z.number()),
    licenses: z.string(),
  }),
});

/** An HTML page, as v0. */
export const getLicence = defineRoute({
  method: 'GET',
  path: '/api/v0/about/license',
  level: 'admin',
  summary: 'Licence of a package that Vodkeep or one of its tools is made of: of npm, Debian or Python',
  query: z.strictObject({
    package_name: z
      .string()
      .max(214)
      .regex(/^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9.+_-]*$/i, fieldMessage('field.not-package-name')),
  }),
  shape: 'raw',
  errors: { 'licence-missing': 404 },
});

export const listDeadLetters = defineRoute({
  method: 'GET',
  path: '/api/v0/deadletters',
  level: 'admin',
  summary: 'Messages given up on',
  data: z.array(DeadLetter),
});
export const retryDeadLetter = defineRoute({
  method: 'POST',
  path: '/api/v0/deadletters/:id/retry',
  level: 'admin',
  summary: 'Try a dead letter again',
  params: LetterId,
  body: NoBody,
  errors: { 'dead-letter-missing': 404 },
});
export const dropDeadLetter = defineRoute({
  method: 'DELETE',
  path: '/api/v0/deadletters/:id',
  level: 'admin',
  summary: 'Forget a dead letter',
  params: LetterId,
  errors: { 'dead-letter-missing': 404 },
});
