import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { Vod, VodEditState } from '../entities/vod.js';
import { VideoMetadata } from '../jobs/convert.job.js';
import { VodState } from '../vod-state.js';
import { NewBookmark, VodEdit } from '../entities/vod-edit.js';
import { defineRoute, JobStarted, NoBody, numberText, Uuid, YesNo } from './route.js';

const missing = { 'vod-missing': 404 };
/** A place in a list, as v0 sends it in the address. */
const Index = z
  .string()
  .regex(/^\d{1,6}$/, fieldMessage('field.whole-number-from-0'))
  .transform(Number);

/** Several parted by commas. */
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
    'VODs, newest first, paged: before and before_uuid are the time and uuid of the last one of a page; archived=1: those that were put away; q: words of title and name',
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
  summary: 'Edit a VOD; only what is sent changes',
  params: Uuid,
  body: VodEdit,
  conflict: VodEditState,
  errors: { ...missing, 'edit-conflict': 409, 'unknown-segment': 400, 'bad-chapters': 400 },
});
export const addBookmark = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/bookmark',
  level: 'admin',
  summary: 'Mark a moment, also while it is being recorded',
  params: Uuid,
  body: NewBookmark,
  errors: { ...missing, 'bad-moment': 400, 'too-many-bookmarks': 400 },
});
export const removeBookmark = defineRoute({
  method: 'DELETE',
  path: '/api/v0/vod/:uuid/bookmark',
  level: 'admin',
  summary: 'Remove a bookmark by its place in the list or by its id',
  params: Uuid,
  query: z.strictObject({ index: Index.optional(), id: z.string().min(1).max(64).optional() }),
  errors: { ...missing, 'bookmark-missing': 400 },
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
  summary: 'Delete one file of a VOD; with keep_entry its entry stays',
  params: Uuid,
  query: z.strictObject({ segment: Index, keep_entry: YesNo.optional() }),
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
  summary: 'Put a VOD away: out of the lists, spared by clean-up',
  ...archiving,
});
/** v0's other name of {@link archiveVod}. */
export const saveVod = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/save',
  level: 'admin',
  summary: 'Put a VOD away; the same as archive',
  ...archiving,
});
export const unarchiveVod = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/unarchive',
  level: 'admin',
  summary: 'Take a VOD back that was put away',
  ...archiving,
});
/** `force` is v0's; here each thing is checked every time. */
export const fixIssues = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/fix_issues',
  level: 'admin',
  summary: 'Mend what is wrong with a VOD; the message names it',
  params: Uuid,
  query: z.strictObject({ force: YesNo.optional() }),
  body: NoBody,
  errors: missing,
});
/** What the first file is, as v0 answers, when that is known in time; else the job that finds it out. */
export const refreshMetadata = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/refresh_metadata',
  level: 'admin',
  summary: 'Look at the files of a VOD again',
  params: Uuid,
  body: NoBody,
  data: z.union([VideoMetadata, JobStarted]),
  errors: { ...missing, 'no-segments': 410, 'job-running': 409, 'probe-failed': 400 },
});
export const convertVod = defineRoute({
  method: 'POST',
  path: '/api/v0/vod/:uuid/convert',
  level: 'admin',
  summary: 'Make the container file again from the stored segments',
  params: Uuid,
  body: NoBody,
  errors: { ...missing, 'no-segments': 410, 'vod-capturing': 409 },
});
/** Of an address that was signed for an external player. */
const signature = { sig: z.string().max(128).optional(), exp: z.string().max(16).optional() };
const StoredPiece = z.strictObject({ uuid: z.uuid(), part: z.string().max(64), name: z.string().max(255) });

/**
 * HLS playlist of what is stored; delta updates with `_HLS_skip=YES` (RFC 8216bis 6.2.5.1). 410 once the segments are
 * gone, with the file's address.
 */
export const vodPlaylist = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/index.m3u8',
  level: 'guest',
  summary: 'HLS playlist of a growing or finished VOD',
  params: Uuid,
  query: z.object({ _HLS_skip: z.string().max(16).optional(), ...signature }),
  shape: 'raw',
  errors: { ...missing, 'segments-gone': 410 },
});
/** A signed address of the playlist, for external players, which send no cookie. */
export const vodShare = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/share',
  level: 'guest',
  summary: 'Signed playlist address for an external player',
  params: Uuid,
  data: z.object({ url: z.string(), expires_at: z.iso.datetime() }),
  errors: missing,
});
export const vodSegment = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/s/:part/:name',
  level: 'guest',
  summary: 'One stored segment',
  params: StoredPiece,
  query: z.object(signature),
  shape: 'raw',
  errors: { 'segment-missing': 404 },
});
export const vodInit = defineRoute({
  method: 'GET',
  path: '/api/v0/vod/:uuid/i/:part/:name',
  level: 'guest',
  summary: 'An init section',
  params: StoredPiece,
  query: z.object(signature),
  shape: 'raw',
  errors: { 'segment-missing': 404 },
});
