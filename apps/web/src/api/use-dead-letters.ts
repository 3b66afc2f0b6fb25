import { listDeadLetters } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';
import { useIsAdmin } from './use-session.js';

export const useDeadLetters = () =>
  useSWR(useIsAdmin() ? KEY.deadLetters : null, async () => (await call(listDeadLetters)).data);
