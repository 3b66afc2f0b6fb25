import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** What a clean-up of a channel would delete now. It is asked for anew each time that somebody looks. */
export const useCleanupPreview = (uuid: string) =>
  useSWR(KEY.cleanup(uuid), async () => (await call(routes.previewCleanup, { params: { uuid } })).data, {
    dedupingInterval: 0,
  });

/** What a clean-up of all channels would delete now. @param wanted it is asked for when somebody looks */
export const useWholeCleanup = (wanted: boolean) =>
  useSWR(wanted ? KEY.wholeCleanup : null, async () => (await call(routes.previewWholeCleanup)).data, {
    dedupingInterval: 0,
    revalidateOnFocus: false,
  });

export const cleanChannel = (uuid: string) => call(routes.cleanChannel, { params: { uuid } });

export const cleanAll = () => call(routes.cleanAll);
