import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { LogLineView } from '../entities/log-line.js';
import { defineRoute, numberText } from './route.js';

/**
 * `last_line` is a position in the log of all services, not a count as in v0: a request from there neither repeats nor
 * skips a line. `logs`: days that have lines, newest first.
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
 * The log as in later v0 (docs/reference/v0-api.md), with additional filters: `level` (several separated by commas,
 * names of v0 or Vodkeep), `module`, `service`, `q` (part of the text, without regard to case). `transport` is accepted
 * and ignored. `dateTo` as a date includes that whole day; absent: until now. Continue with `after` = `last_line` while
 * `more` is true: a search through very many lines that do not match returns several pages, which may be empty.
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
