import { listVods } from '#libs/contracts';
import { useState } from 'react';
import useSWR, { type Cache, useSWRConfig } from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';
import { useSession } from './use-session.js';
import { appendToList, queryOf, type VodList, type VodQuestion } from './vod-list.js';

/** The most that one answer of the server holds. */
const PAGE = 500;
/** So many older ones at a time. */
export const STEP = 25;

const ask = async (of: VodQuestion, limit: number, before?: string) =>
  (
    await call(listVods, {
      query: { ...queryOf(of), limit: String(limit), ...(before === undefined ? {} : { before }) },
    })
  ).data;

/** As many as are held already, so that asking again never shortens what somebody scrolled through. */
async function load(of: VodQuestion, wanted: number): Promise<VodList> {
  let list: VodList = { of, vods: [], more: true };
  while (list.more && list.vods.length < wanted) {
    const limit = Math.min(PAGE, wanted - list.vods.length);
    list = appendToList(list, await ask(of, limit, list.vods.at(-1)?.started_at), limit);
  }
  return list;
}

const heldBy = (cache: Cache, key: string): number => (cache.get(key)?.data as VodList | undefined)?.vods.length ?? 0;

/**
 * The newest VODs that fit a question, and older ones on demand.
 * @param of null: nothing is asked
 * @param first how many to begin with
 */
export function useVodList(of: VodQuestion | null, first: number) {
  const { cache, mutate } = useSWRConfig();
  const { role } = useSession();
  const [busy, setBusy] = useState(false);
  const key = of === null || role === 'none' ? null : KEY.vodList(of);
  const swr = useSWR(key, (at) => load(of ?? {}, Math.max(first, heldBy(cache, at))));
  const list = swr.data;
  const showMore = async (): Promise<void> => {
    const last = list?.vods.at(-1);
    if (key === null || of === null || last === undefined) return;
    setBusy(true);
    try {
      const older = await ask(of, STEP, last.started_at);
      await mutate<VodList>(key, (now) => now && appendToList(now, older, STEP), { revalidate: false });
    } finally {
      setBusy(false);
    }
  };
  return {
    vods: list?.vods ?? [],
    more: list?.more ?? false,
    loaded: list !== undefined,
    error: swr.error as unknown,
    retry: swr.mutate,
    showMore,
    busy,
  };
}
