import { listSubscriptions } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** What sites tell us of by themselves. */
export const useSubscriptions = () => useSWR(KEY.subscriptions, async () => (await call(listSubscriptions)).data);
