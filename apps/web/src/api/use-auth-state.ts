import { authCheck } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

export const useAuthState = () => useSWR(KEY.auth, async () => (await call(authCheck, { patience: 'quick' })).data);
