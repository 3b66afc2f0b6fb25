import { listKeyValues } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

export const useKeyValues = () => useSWR(KEY.keyValues, async () => (await call(listKeyValues)).data);
