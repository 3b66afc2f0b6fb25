import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** Subscriptions to the events that sites push. */
export const useSubscriptions = () =>
  useSWR(KEY.subscriptions, async () => (await call(routes.listSubscriptions)).data);

export const subscribeAll = () => call(routes.subscribeAll);

export const dropSubscription = (id: string) => call(routes.dropSubscription, { params: { sub_id: id } });
