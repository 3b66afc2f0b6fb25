import { ChannelRef, defineRoute, JobStarted, NoBody } from './route.js';

const running = { 'job-running': 409 };

/**
 * Restores what is missing in Postgres from the manifests next to the media, and repairs existing rows. Runs as a job,
 * because a library can have a hundred thousand objects.
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
/** v0's answer contains the number of VODs; here the job reports it at its end. */
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
  summary: 'Search the folder of a channel for videos that are not from Vodkeep',
  params: ChannelRef,
  body: NoBody,
  data: JobStarted,
  errors: { ...running, 'channel-missing': 404 },
});
