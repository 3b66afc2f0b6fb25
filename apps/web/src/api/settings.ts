import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** @param wanted false while nobody is let in: nothing is asked then */
export const useSettings = (wanted = true) =>
  useSWR(
    wanted ? KEY.settings : null,
    async () => (await call(routes.getSettings, { query: { channels: '0' }, timeout: 'quick' })).data,
  );

/**
 * Only the changed keys.
 * @param version of the settings that the edit was made from; where it is not the current one, nothing is saved
 */
export const saveSettings = (config: Readonly<Record<string, unknown>>, version: number) =>
  call(routes.putSettings, { body: { config, version } });

/** Settings and channels as one file, without secrets. */
export const exportSettings = async () => (await call(routes.exportSettings)).data;

/** @param dryRun only tells what it would change */
export const importSettings = (file: Readonly<Record<string, unknown>>, dryRun: boolean) =>
  call(routes.importSettings, { query: dryRun ? { dry_run: '1' } : {}, body: file });

/** Whether a public address leads to this instance. */
export const validateUrl = async (url: string) => (await call(routes.validateUrl, { body: { url } })).data;
