import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { useIsAdmin } from './auth.js';
import { KEY } from './keys.js';

export const useDeadLetters = () =>
  useSWR(useIsAdmin() ? KEY.deadLetters : null, async () => (await call(routes.listDeadLetters)).data);

export const retryDeadLetter = (id: string) => call(routes.retryDeadLetter, { params: { id } });

export const dropDeadLetter = (id: string) => call(routes.dropDeadLetter, { params: { id } });
