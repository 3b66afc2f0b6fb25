import { type Channel, type listChannels as Route, listChannels } from '#libs/contracts';
import useSWR from 'swr';
import { type z } from 'zod';
import { byName } from '../lib/by-name.js';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';
import { useSession } from './use-session.js';

export type ChannelList = z.infer<(typeof Route)['data']>;

const EMPTY: readonly Channel[] = [];
const sorted = new WeakMap<readonly Channel[], readonly Channel[]>();

/** Sorted once for the whole page, however many look at it. */
function inOrder(list: readonly Channel[]): readonly Channel[] {
  const known = sorted.get(list);
  if (known !== undefined) return known;
  const fresh = list.toSorted((a, b) => byName(a.displayName, b.displayName));
  sorted.set(list, fresh);
  return fresh;
}

/**
 * All channels by display name, with the bytes used and free. Without their VODs, which are lists of their own ({@link
 * useVodList}).
 */
export function useChannels() {
  const { role } = useSession();
  const swr = useSWR(
    role === 'none' ? null : KEY.channels,
    async () => (await call(listChannels, { query: { vods: '0' }, patience: 'quick' })).data,
  );
  const list = swr.data?.streamer_list;
  return {
    channels: list === undefined ? EMPTY : inOrder(list),
    loaded: swr.data !== undefined,
    totalSize: swr.data?.total_size ?? 0,
    freeSize: swr.data?.free_size ?? 0,
    error: swr.error as unknown,
    retry: swr.mutate,
  };
}
