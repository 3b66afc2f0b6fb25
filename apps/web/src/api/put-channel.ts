import { type Channel } from '#libs/contracts';
import { mutate } from 'swr';
import { dropChannel, putChannel as put } from '../realtime/merge.js';
import { KEY } from './keys.js';
import { type ChannelList } from './use-channels.js';

const KEEP = { revalidate: false } as const;

/** Puts a channel's new state, as an answer gave it, where the page reads it; the list is not asked for again. */
export const putChannel = (channel: Channel) =>
  mutate<ChannelList>(KEY.channels, (list) => list && put(list, { ...channel, vods_list: [] }), KEEP);
export const forgetChannel = (uuid: string) =>
  mutate<ChannelList>(KEY.channels, (list) => list && dropChannel(list, uuid), KEEP);
