import { z } from 'zod';
import { localized } from '../localized.js';
import { ChannelRef, defineRoute, NoBody } from './route.js';

const Going = z.object({
  uuid: z.uuid(),
  basename: z.string(),
  channel: z.string(),
  started_at: z.iso.datetime(),
  bytes: z.int(),
  /** The exceeded limits. VODs are sorted oldest first. */
  over: z.array(z.enum(['vods', 'bytes', 'ageMs', 'free'])),
});
const Spared = z.object({
  uuid: z.uuid(),
  basename: z.string(),
  /** The rule that protects the VOD, or the operation that uses it now. */
  why: localized(),
});

/**
 * Preview of a clean-up. `goes`: VODs to delete, in this order; `spared`: VODs over a limit that are protected or in
 * use; `warnings`: limits that cannot be met, for the operator. The limits are those of the channel; null: none.
 */
export const CleanupPreview = z.object({
  goes: z.array(Going),
  spared: z.array(Spared),
  warnings: z.array(localized()),
  freed_bytes: z.int(),
  limits: z.object({ vods: z.int().nullable(), bytes: z.int().nullable(), age_days: z.number().nullable() }).nullable(),
});
export type CleanupPreview = z.infer<typeof CleanupPreview>;

const missing = { 'channel-missing': 404 };
const busy = { 'job-running': 409 };
/** Null if there was nothing to delete. */
const Started = z.object({ job: z.string().nullable(), vods: z.array(z.uuid()), warnings: z.array(localized()) });

export const previewCleanup = defineRoute({
  method: 'GET',
  path: '/api/v0/channels/:uuid/cleanup',
  level: 'admin',
  summary: 'Preview the clean-up of a channel, with reasons',
  params: ChannelRef,
  data: CleanupPreview,
  errors: missing,
});
/** v0 answers when everything is deleted. Here a job deletes the VODs, and the answer lists them. */
export const cleanChannel = defineRoute({
  method: 'POST',
  path: '/api/v0/channels/:uuid/cleanup',
  level: 'admin',
  summary: 'Delete the VODs that exceed the limits of a channel',
  params: ChannelRef,
  body: NoBody,
  data: Started,
  errors: { ...missing, ...busy },
});
export const previewWholeCleanup = defineRoute({
  method: 'GET',
  path: '/api/v0/cleanup',
  level: 'admin',
  summary: 'Preview the clean-up of all channels, including that for free space',
  data: CleanupPreview,
});
export const cleanAll = defineRoute({
  method: 'POST',
  path: '/api/v0/cleanup',
  level: 'admin',
  summary: 'Clean up all channels, and free the configured space',
  body: NoBody,
  data: Started,
  errors: busy,
});

/**
 * What clean-up does by itself. `reported`: VODs that the last automatic run only reported, because a rule was new or
 * stricter; the next run deletes them. Null: none.
 */
export const AutomaticCleanupView = z.object({
  after_recording: z.boolean(),
  on_schedule: z.boolean(),
  make_room: z.boolean(),
  reported: z
    .object({ vods: z.int(), bytes: z.int(), at: z.iso.datetime(), deletes_from: z.iso.datetime() })
    .nullable(),
});
export type AutomaticCleanupView = z.infer<typeof AutomaticCleanupView>;

export const getAutomaticCleanup = defineRoute({
  method: 'GET',
  path: '/api/v0/cleanup/automatic',
  level: 'admin',
  summary: 'What clean-up does by itself, and what it reported before its first run',
  data: AutomaticCleanupView,
});
