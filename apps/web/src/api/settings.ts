import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** @param wanted false while nobody is let in: nothing is asked then */
export const useSettings = (wanted = true) =>
  useSWR(
    wanted ? KEY.settings : null,
    async () => (await call(routes.getSettings, { query: { channels: '0' }, patience: 'quick' })).data,
  );

type Values = Readonly<Record<string, unknown>>;

/**
 * Only the changed keys: two people who change different settings do not undo each other.
 * @param seen what this page showed before: where somebody else changed the same one meanwhile, the server says so and
 *   keeps theirs
 */
export const saveSettings = (config: Values, seen: Values) =>
  call(routes.putSettings, {
    body: { config, was: Object.fromEntries(Object.entries(seen).filter(([key]) => Object.hasOwn(config, key))) },
  });

/** Settings and channels as one file, without secrets. */
export const exportSettings = async () => (await call(routes.exportSettings)).data;

/** @param dryRun only tells what it would change */
export const importSettings = (file: Values, dryRun: boolean) =>
  call(routes.importSettings, { query: dryRun ? { dry_run: '1' } : {}, body: file });

/** Whether a public address leads to this instance. */
export const validateUrl = async (url: string) => (await call(routes.validateUrl, { body: { url } })).data;
