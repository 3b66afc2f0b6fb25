import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** Free space, and the use of the rest. */
export const useSpace = () => useSWR(KEY.space, async () => (await call(routes.getSpace)).data);

/** The disks that Vodkeep writes to, with their write gates. The state changes by itself. */
export const useSpaceRoots = () =>
  useSWR(KEY.spaceRoots, async () => (await call(routes.listSpaceRoots)).data, { refreshInterval: 10_000 });
