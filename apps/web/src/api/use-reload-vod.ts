import { getVod, type Vod } from '#libs/contracts';
import { useSWRConfig } from 'swr';
import { call } from '../lib/call.js';
import { statusOf, textOf } from '../lib/fault.js';
import { note } from '../lib/notes.js';
import { pageCache } from '../realtime/page-cache.js';
import { KEY } from './keys.js';
import { dropFromList, putInList, type VodList } from './vod-list.js';

/**
 * Asks for one VOD after something was done to it, and puts it wherever the page shows it: the socket may be off, and
 * no list is asked for again.
 */
export function useReloadVod(): (uuid: string) => Promise<void> {
  const { mutate, cache } = useSWRConfig();
  const page = pageCache(mutate, cache);
  return async (uuid) => {
    const vod = await read(uuid);
    if (vod === 'unknown') return;
    page.write<Vod>(KEY.vod(uuid), () => vod);
    page.writeAll<VodList>(KEY.isVodList, (list) =>
      vod === undefined ? dropFromList(list, uuid) : putInList(list, vod),
    );
  };
}

/** Undefined once it is gone. What was done was done, whether or not it can be shown at once. */
async function read(uuid: string): Promise<Vod | undefined | 'unknown'> {
  try {
    return (await call(getVod, { params: { uuid } })).data;
  } catch (thrown) {
    if (statusOf(thrown) === 404) return undefined;
    note(`A VOD could not be read anew: ${textOf(thrown)}`);
    return 'unknown';
  }
}
