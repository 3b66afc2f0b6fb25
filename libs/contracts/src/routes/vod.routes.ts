import { z } from 'zod';
import { Vod, VodEditState } from '../entities/vod.js';
import { VideoMetadata } from '../jobs/convert.job.js';
import { VodState } from '../vod-state.js';
import { VodEdit } from '../entities/vod-edit.js';
import { defineRoute, JobStarted, ListIndex, NoBody, numberText, Uuid, YesNo } from './route.js';

const missing = { 'vod-missing': 404 };

/** Several states, separated by commas. */
const States = z
  .string()
  .max(200)
  .transform((text) => text.split(','))
  .pipe(z.array(VodState).min(1).max(20));
const SearchText = z.string().trim().min(1).max(200);

export const listVods = defineRoute({
  method: 'GET',
  path: '/api/v0/vod',
  level: 'guest',
  summary:
    'VODs, newest first, paged: before and before_uuid are the time and uuid of the last one of a page; archived=1: only archived ones; q: words of title and name',
  query: z.strictObject({
    channel: z.uuid().optional(),
    archived: YesNo.optional(),
    state: States.optional(),
    q: SearchText.optional(),
    limit: numberText(z.int().min(1).max(500)).default(100),
    before: z.iso.datetime().optional(),
    before_uuid: z.uuid().optional(),
  }),
  data: z.array(Vod),
});
export const getVod = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid',
  level: 'guest',
  summary: 'One VOD',
  params: Uuid,
  data: Vod,
  errors: missing,
});
export const editVod = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid',
  level: 'admin',
  summary: 'Edit a VOD; omitted fields remain unchanged',
  params: Uuid,
  body: VodEdit,
  conflict: VodEditState,
  errors: { ...missing, 'edit-conflict': 409, 'unknown-segment': 400, 'bad-chapters': 400 },
});
/** NDJSON of {@link TraceRecord}: what the sources of this VOD answered last, for the analysis of a failure. */
export const vodTrace = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/trace',
  level: 'admin',
  summary: 'The last playlists, response headers and segment heads of the source of a VOD',
  params: Uuid,
  shape: 'raw',
  errors: { 'vod-missing': 404, 'trace-missing': 404 },
});
export const deleteVod = defineRoute({
  method: 'DELETE',
  path: '/api/v0/vod/:uuid',
  level: 'admin',
  summary: 'Delete a VOD and all its media',
  params: Uuid,
  data: JobStarted,
  errors: { ...missing, 'vod-capturing': 409, 'vod-protected': 400 },
});
export const deleteSegment = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/delete_segment',
  level: 'admin',
  summary: 'Delete one file of a VOD; with keep_entry its entry remains',
  params: Uuid,
  query: z.strictObject({ segment: ListIndex, keep_entry: YesNo.optional() }),
  body: NoBody,
  data: JobStarted,
  errors: {
    ...missing,
    'vod-capturing': 409,
    'vod-busy': 409,
    'vod-protected': 400,
    'segment-missing': 400,
    'job-running': 409,
  },
});
const archiving = {
  params: Uuid,
  body: NoBody,
  data: JobStarted,
  errors: { ...missing, 'vod-capturing': 409, 'vod-busy': 409, 'job-running': 409 },
};
export const archiveVod = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/archive',
  level: 'admin',
  summary: 'Archive a VOD: removes it from the lists and protects it from clean-up',
  ...archiving,
});
/** v0's other name of {@link archiveVod}. */
export const saveVod = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/save',
  level: 'admin',
  summary: 'Archive a VOD; same as archive',
  ...archiving,
});
export const unarchiveVod = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/unarchive',
  level: 'admin',
  summary: 'Restore an archived VOD',
  ...archiving,
});
/** `force` is v0's and is ignored: everything is always checked. */
export const fixIssues = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/fix_issues',
  level: 'admin',
  summary: 'Repair the faults of a VOD; the message lists them',
  params: Uuid,
  query: z.strictObject({ force: YesNo.optional() }),
  body: NoBody,
  errors: missing,
});
/**
 * Answers with the metadata of the first file, as v0, if they are known in time; otherwise with the job that determines
 * them.
 */
export const refreshMetadata = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/refresh_metadata',
  level: 'admin',
  summary: 'Probe the files of a VOD again',
  params: Uuid,
  body: NoBody,
  data: z.union([VideoMetadata, JobStarted]),
  errors: { ...missing, 'no-segments': 410, 'job-running': 409, 'probe-failed': 400 },
});
export const convertVod = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/convert',
  level: 'admin',
  summary: 'Convert the stored segments to a container file again',
  params: Uuid,
  body: NoBody,
  errors: { ...missing, 'no-segments': 410, 'vod-capturing': 409 },
});
