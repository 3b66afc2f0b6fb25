import { listJobs } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';
import { useIsAdmin } from './use-session.js';

export const useJobs = () =>
  useSWR(useIsAdmin() ? KEY.jobs : null, async () => (await call(listJobs, { patience: 'quick' })).data);
