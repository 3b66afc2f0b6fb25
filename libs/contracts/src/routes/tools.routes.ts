import { z } from 'zod';
import { defineRoute, NoBody, YesNo } from './route.js';

/** v0's names of its periodic tasks (docs/reference/v0-api.md). */
export const SCHEDULED = [
  'check_muted_vods',
  'check_deleted_vods',
  'match_vods',
  'validate_oauth',
  'clipdownload',
  'export_vods',
] as const;

export const resetChannels = defineRoute({
  method: 'POST',
  path: '/api/v0/tools/reset_channels',
  level: 'admin',
  summary: 'Derive all states again, and send them to every page; recordings continue',
  body: NoBody,
});
/** 409 while a recording or conversion runs, unless forced. The answer is sent before anything stops. */
export const shutDown = defineRoute({
  method: 'POST',
  path: '/api/v0/tools/shutdown',
  level: 'admin',
  summary: 'Stop Vodkeep',
  query: z.strictObject({ force: YesNo.optional() }),
  body: NoBody,
  errors: { 'streams-active': 409 },
});
export const runScheduled = defineRoute({
  method: 'GET',
  path: '/api/v0/tools/runscheduler/:name',
  changesState: true,
  level: 'admin',
  summary: `Run a scheduled task now: ${SCHEDULED.join(', ')}`,
  params: z.strictObject({ name: z.string().min(1).max(64) }),
  data: z.object({ job: z.string().nullable() }),
  errors: { 'no-such-schedule': 400, 'no-clip-channels': 400, 'job-running': 409, 'comes-later': 501 },
});

const Check = {
  level: 'admin',
  changesState: true,
  query: z.strictObject({ force: YesNo.optional() }),
  shape: 'raw',
  errors: { 'job-running': 409 },
} as const;
/** v0 answers everybody with lines of text; here a job does the work, and only for authorised callers. */
export const cronDeletedVods = defineRoute({
  method: 'GET',
  path: '/api/v0/cron/check_deleted_vods',
  summary: 'Check which VODs still exist at their sites',
  ...Check,
});
export const cronMutedVods = defineRoute({
  method: 'GET',
  path: '/api/v0/cron/check_muted_vods',
  summary: 'Check which VODs are muted at their sites',
  ...Check,
});
