import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** Preview of a channel's clean-up. Requested again each time that it is opened. */
export const useCleanupPreview = (uuid: string) =>
  useSWR(KEY.cleanup(uuid), async () => (await call(routes.previewCleanup, { params: { uuid } })).data, {
    dedupingInterval: 0,
  });

/**
 * Preview of a clean-up of all channels.
 * @param wanted true while the preview is open; only then is it requested
 */
export const useWholeCleanup = (wanted: boolean) =>
  useSWR(wanted ? KEY.wholeCleanup : null, async () => (await call(routes.previewWholeCleanup)).data, {
    dedupingInterval: 0,
    revalidateOnFocus: false,
  });

export const cleanChannel = (uuid: string) => call(routes.cleanChannel, { params: { uuid } });

export const cleanAll = () => call(routes.cleanAll);

/** What clean-up does by itself. */
export const useAutomaticCleanup = () =>
  useSWR(KEY.automaticCleanup, async () => (await call(routes.getAutomaticCleanup)).data);
