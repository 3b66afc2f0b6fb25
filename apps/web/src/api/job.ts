import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { useIsAdmin } from './auth.js';
import { KEY } from './keys.js';

export const useJobs = () =>
  useSWR(useIsAdmin() ? KEY.jobs : null, async () => (await call(routes.listJobs, { timeout: 'quick' })).data);

/** Stops a job, or clears an ended one. The name may end in `*`. */
export const deleteJob = (name: string, clear = false) =>
  call(routes.deleteJob, { params: { name }, query: clear ? { clear: '1' } : {} });

/** v0's way to stop a recording (docs/reference/v0-api.md#jobs). */
export const stopCapture = (internalName: string) => deleteJob(`capture_${internalName}_*`);

export const retryJob = (name: string) => call(routes.retryJob, { params: { name } });
