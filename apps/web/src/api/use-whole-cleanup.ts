import { previewWholeCleanup } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** What a clean-up of all channels would delete now. @param wanted it is asked for when somebody looks */
export const useWholeCleanup = (wanted: boolean) =>
  useSWR(wanted ? KEY.wholeCleanup : null, async () => (await call(previewWholeCleanup)).data, {
    dedupingInterval: 0,
    revalidateOnFocus: false,
  });
