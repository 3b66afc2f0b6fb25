import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** Free space, and the use of the rest. */
export const useSpace = () => useSWR(KEY.space, async () => (await call(routes.getSpace)).data);
