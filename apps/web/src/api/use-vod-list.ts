import * as routes from '#libs/contracts';
import { type VodState } from '#libs/contracts';
import { useState } from 'react';
import useSWR, { type Cache, useSWRConfig } from 'swr';
import { call } from '../lib/call.js';
import { useSession } from './auth.js';
import { KEY } from './keys.js';
import { appendToList, queryOf, type VodList, type VodQuestion } from './vod-list.js';

/** Most VODs in one answer of the server. */
const PAGE = 500;
/** Number of older VODs per request. */
export const STEP = 25;

const fetchList = async (of: VodQuestion, limit: number, before?: string) =>
  (
    await call(routes.listVods, {
      query: { ...queryOf(of), limit: String(limit), ...(before === undefined ? {} : { before }) },
    })
  ).data;

/**
 * Loads at least as many VODs as the cache holds, so that a reload never shortens a list that the user scrolled
 * through.
 */
async function loadList(of: VodQuestion, wanted: number): Promise<VodList> {
  let list: VodList = { of, vods: [], more: true };
  while (list.more && list.vods.length < wanted) {
    const limit = Math.min(PAGE, wanted - list.vods.length);
    list = appendToList(list, await fetchList(of, limit, list.vods.at(-1)?.started_at), limit);
  }
  return list;
}

const heldBy = (cache: Cache, key: string): number => (cache.get(key)?.data as VodList | undefined)?.vods.length ?? 0;

/**
 * The newest VODs that match the filters, and older ones on demand.
 * @param of null: nothing is requested
 * @param first number of VODs to load at first
 */
export function useVodList(of: VodQuestion | null, first: number) {
  const { cache, mutate } = useSWRConfig();
  const { role } = useSession();
  const [busy, setBusy] = useState(false);
  const key = of === null || role === 'none' ? null : KEY.vodList(of);
  const swr = useSWR(key, (at) => loadList(of ?? {}, Math.max(first, heldBy(cache, at))));
  const list = swr.data;
  const showMore = async (): Promise<void> => {
    const last = list?.vods.at(-1);
    if (key === null || of === null || last === undefined) return;
    setBusy(true);
    try {
      const older = await fetchList(of, STEP, last.started_at);
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

const RECORDING: readonly VodState[] = ['capturing', 'paused'];
/** Far above the number of recordings that can run at the same time. */
const MAX_LIVE = 500;

/** VODs that are being recorded, newest first. */
export const useLiveVods = () => useVodList({ states: RECORDING }, MAX_LIVE);
