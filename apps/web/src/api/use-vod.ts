import { getVod } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

export const useVod = (uuid: string) => useSWR(KEY.vod(uuid), async () => (await call(getVod, { params: { uuid } })).data);
