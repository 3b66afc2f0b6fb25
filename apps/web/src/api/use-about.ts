import { getAbout } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';
import { useIsAdmin } from './use-session.js';

export const useAbout = () =>
  useSWR(useIsAdmin() ? KEY.about : null, async () => (await call(getAbout)).data, { refreshInterval: 10_000 });
