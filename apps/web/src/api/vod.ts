import * as routes from '#libs/contracts';
import { type NewBookmark, type Vod, type VodEdit } from '#libs/contracts';
import useSWR, { useSWRConfig } from 'swr';
import { type z } from 'zod';
import { siteUrl } from '../lib/basepath.js';
import { call } from '../lib/call.js';
import { statusOf, errorText } from '../lib/fault.js';
import { logInClient } from '../lib/client-log.js';
import { useAction } from '../lib/use-action.js';
import { pageCache } from './page-cache.js';
import { KEY } from './keys.js';
import { dropFromList, putInList, type VodList } from './vod-list.js';

/** @param uuid null: nothing is requested */
export const useVod = (uuid: string | null) =>
  useSWR(
    uuid === null ? null : KEY.vod(uuid),
    async () => (await call(routes.getVod, { params: { uuid: uuid ?? '' } })).data,
  );

/**
 * Reloads one VOD after an action and updates it everywhere on the page: the socket may be off, and lists are not
 * reloaded.
 */
export function useReloadVod(): (uuid: string) => Promise<void> {
  const { mutate, cache } = useSWRConfig();
  const page = pageCache(mutate, cache);
  return async (uuid) => {
    const vod = await readVod(uuid);
    if (vod === 'unknown') return;
    page.write<Vod>(KEY.vod(uuid), () => vod);
    page.writeAll<VodList>(KEY.isVodList, (list) =>
      vod === undefined ? dropFromList(list, uuid) : putInList(list, vod),
    );
  };
}

/**
 * @returns undefined if the VOD is deleted, `unknown` if it cannot be loaded; the action itself has succeeded in both
 *   cases
 */
async function readVod(uuid: string): Promise<Vod | undefined | 'unknown'> {
  try {
    return (await call(routes.getVod, { params: { uuid } })).data;
  } catch (thrown) {
    if (statusOf(thrown) === 404) return undefined;
    logInClient(`A VOD could not be reloaded: ${errorText(thrown)}`);
    return 'unknown';
  }
}

/** An action on one VOD; shows the VOD's new state at once. The first argument is its uuid. See {@link useAction}. */
export function useVodAction<A extends readonly unknown[]>(
  work: (uuid: string, ...rest: A) => Promise<{ readonly message: string }>,
  confirmation = '',
) {
  const reload = useReloadVod();
  return useAction(async (uuid: string, ...rest: A) => {
    const answer = await work(uuid, ...rest);
    await reload(uuid);
    return answer;
  }, confirmation);
}

export const editVod = (uuid: string, body: z.input<typeof VodEdit>) =>
  call(routes.editVod, { params: { uuid }, body });

export const addBookmark = (uuid: string, body: NewBookmark) => call(routes.addBookmark, { params: { uuid }, body });

export const removeBookmark = (uuid: string, id: string) =>
  call(routes.removeBookmark, { params: { uuid }, query: { id } });

export const archiveVod = (uuid: string) => call(routes.archiveVod, { params: { uuid } });

export const unarchiveVod = (uuid: string) => call(routes.unarchiveVod, { params: { uuid } });

export const convertVod = (uuid: string) => call(routes.convertVod, { params: { uuid } });

export const fixIssues = (uuid: string) => call(routes.fixIssues, { params: { uuid } });

export const refreshMetadata = (uuid: string) => call(routes.refreshMetadata, { params: { uuid } });

export const deleteVod = (uuid: string) => call(routes.deleteVod, { params: { uuid } });

/** @param index index among the segments of the VOD */
export const deleteSegment = (uuid: string, index: number, keepEntry: boolean) =>
  call(routes.deleteSegment, {
    params: { uuid },
    query: { segment: String(index), keep_entry: keepEntry ? '1' : '0' },
  });

/**
 * An address for external players that needs no login. Always absolute: a path from the server gets this page's origin.
 */
export async function shareVod(uuid: string): Promise<string> {
  const { data } = await call(routes.vodShare, { params: { uuid } });
  return new URL(siteUrl(data.url), location.origin).href;
}
