import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** @param wanted false while no user is logged in; nothing is requested then */
export const useSettings = (wanted = true) =>
  useSWR(
    wanted ? KEY.settings : null,
    async () => (await call(routes.getSettings, { query: { channels: '0' }, timeout: 'quick' })).data,
  );

/**
 * Sends only the changed keys.
 * @param version version of the settings that the edit started from; if it is outdated, the server saves nothing
 */
export const saveSettings = (config: Readonly<Record<string, unknown>>, version: number) =>
  call(routes.putSettings, { body: { config, version } });

/** Settings and channels as one file, without secrets. */
export const exportSettings = async () => (await call(routes.exportSettings)).data;

/** @param confirmed `dry-run`: only report the changes; else what the operator confirms of `ImportReport.confirm` */
export const importSettings = (file: Readonly<Record<string, unknown>>, confirmed: 'dry-run' | readonly string[]) =>
  call(routes.importSettings, {
    query: confirmed === 'dry-run' ? { dry_run: '1' } : { confirm: confirmed.join(',') },
    body: file,
  });

/** Whether a public address leads to this installation. */
export const validateUrl = async (url: string) => (await call(routes.validateUrl, { body: { url } })).data;
