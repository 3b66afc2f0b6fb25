import { getVod } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** @param uuid null: nothing is asked */
export const useVod = (uuid: string | null) =>
  useSWR(uuid === null ? null : KEY.vod(uuid), async () => (await call(getVod, { params: { uuid: uuid ?? '' } })).data);
