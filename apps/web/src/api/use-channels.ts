import { type Channel, type listChannels as Route, listChannels } from '#libs/contracts';
import { useMemo } from 'react';
import useSWR from 'swr';
import { type z } from 'zod';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';
import { useSession } from './use-session.js';

export type ChannelList = z.infer<(typeof Route)['data']>;

const EMPTY: readonly Channel[] = [];
const byName = (a: Channel, b: Channel): number => a.displayName.localeCompare(b.displayName, undefined, { sensitivity: 'base', numeric: true });

/** All channels by display name, with the bytes used and free. */
export function useChannels() {
  const { role } = useSession();
  const swr = useSWR(role === 'none' ? null : KEY.channels, async () => (await call(listChannels)).data);
  const list = swr.data?.streamer_list;
  const channels = useMemo(() => (list === undefined ? EMPTY : [...list].sort(byName)), [list]);
  return { channels, loaded: swr.data !== undefined, totalSize: swr.data?.total_size ?? 0, freeSize: swr.data?.free_size ?? 0, error: swr.error as unknown, retry: swr.mutate };
}
