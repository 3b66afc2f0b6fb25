import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { useIsAdmin } from './auth.js';
import { KEY } from './keys.js';

export const useAbout = () =>
  useSWR(useIsAdmin() ? KEY.about : null, async () => (await call(routes.getAbout)).data, { refreshInterval: 10_000 });
