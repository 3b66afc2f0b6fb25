import * as routes from '#libs/contracts';
import { type Channel, type ChannelEdit, type NewChannel } from '#libs/contracts';
import useSWR, { mutate } from 'swr';
import { call } from '../lib/call.js';
import { byName } from '../lib/format.js';
import { useSession } from './auth.js';
import { KEY } from './keys.js';
import { type ChannelList, dropChannel, putChannel as put } from './merge.js';

const EMPTY: readonly Channel[] = [];
const sorted = new WeakMap<readonly Channel[], readonly Channel[]>();

/** Sorts a list once for all components of the page. */
function inOrder(list: readonly Channel[]): readonly Channel[] {
  const known = sorted.get(list);
  if (known !== undefined) return known;
  const fresh = list.toSorted((a, b) => byName(a.displayName, b.displayName));
  sorted.set(list, fresh);
  return fresh;
}

/**
 * All channels by display name, with the bytes used and free. Without their VODs, which have their own lists
 * (`useVodList`).
 */
export function useChannels() {
  const { role } = useSession();
  const swr = useSWR(
    role === 'none' ? null : KEY.channels,
    async () => (await call(routes.listChannels, { query: { vods: '0' }, timeout: 'quick' })).data,
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

const KEEP = { revalidate: false } as const;

/** Writes a channel's new state from an answer into the cache, without reloading the list. */
export const putChannel = (channel: Channel) =>
  mutate<ChannelList>(KEY.channels, (list) => list && put(list, { ...channel, vods_list: [] }), KEEP);
export const forgetChannel = (uuid: string) =>
  mutate<ChannelList>(KEY.channels, (list) => list && dropChannel(list, uuid), KEEP);

export const useChannelHistory = (uuid: string) =>
  useSWR(KEY.history(uuid), async () => (await call(routes.channelHistory, { params: { uuid } })).data);

export const addChannel = (body: NewChannel) => call(routes.addChannel, { body });

export const editChannel = (uuid: string, body: ChannelEdit) => call(routes.editChannel, { params: { uuid }, body });

export const renameChannel = (uuid: string, login: string) =>
  call(routes.renameChannel, { params: { uuid }, body: { new_login: login } });

export const refreshChannel = (uuid: string) => call(routes.refreshChannel, { params: { uuid } });

export const forceRecord = (uuid: string) => call(routes.forceRecord, { params: { uuid } });

export const subscribeChannel = (uuid: string) => call(routes.subscribeChannel, { params: { uuid } });

export const unsubscribeChannel = (uuid: string) => call(routes.unsubscribeChannel, { params: { uuid } });

export const checkSubscriptions = (uuid: string) => call(routes.checkSubscriptions, { params: { uuid } });

export const deleteChannel = (uuid: string, withVods: boolean) =>
  call(routes.deleteChannel, { params: { uuid }, query: { deletevods: withVods ? '1' : '0' } });

export const deleteAllVods = (uuid: string) => call(routes.deleteAllVods, { params: { uuid } });
