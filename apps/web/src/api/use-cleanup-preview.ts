import { previewCleanup } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** What a clean-up of a channel would delete now. It is asked for anew each time that somebody looks. */
export const useCleanupPreview = (uuid: string) =>
  useSWR(KEY.cleanup(uuid), async () => (await call(previewCleanup, { params: { uuid } })).data, {
    dedupingInterval: 0,
  });
