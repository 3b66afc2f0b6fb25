import { z } from 'zod';
import { ChannelRef, defineRoute, JobStarted, NoBody } from './route.js';

const running = { 'job-running': 409 };

/**
 * Brings back what Postgres does not know, from the manifests beside the media, and repairs what is there; a job, since
 * a library has a hundred thousand objects.
 */
export const scanLibrary = defineRoute({
  method: 'POST',
  path: '/api/v0/scan',
  level: 'admin',
  summary: 'Scan the whole storage',
  body: NoBody,
  data: JobStarted,
  errors: running,
});
/** v0 counts VODs in its answer; here the job says at its end how many it found. */
export const scanChannel = defineRoute({
  method: 'POST',
  path: '/api/v0/channels/:uuid/scan',
  level: 'admin',
  summary: 'Scan storage for the VODs of a channel',
  params: ChannelRef,
  body: NoBody,
  data: JobStarted,
  errors: { ...running, 'channel-missing': 404, 'channel-capturing': 400 },
});
export const scanLocalVideos = defineRoute({
  method: 'POST',
  path: '/api/v0/channels/:uuid/scanlocalvideos',
  level: 'admin',
  summary: 'Look for videos that somebody put beside the recordings of a channel',
  params: ChannelRef,
  body: NoBody,
  data: JobStarted,
  errors: { ...running, 'channel-missing': 404 },
});

/** Bytes. Null: it cannot be known (S3 without a quota). `other`: journals, thumbnails, manifests. */
export const getSpace = defineRoute({
  method: 'GET',
  path: '/api/v0/space',
  level: 'guest',
  summary: 'Free space, and what takes the rest',
  data: z.object({
    free: z.int().nullable(),
    total: z.int().nullable(),
    used_total: z.int(),
    used: z.object({
      segments: z.int(),
      files: z.int(),
      chat: z.int(),
      clips: z.int(),
      local: z.int(),
      other: z.int(),
    }),
  }),
});
