import { expect, it } from '@jest/globals';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { streamerOf } from './streamer-of.js';

const vod = { channelName: 'quay', channelDisplay: 'The Quay' } as VodEntity;
const channelWith = (site: object | null): ChannelEntity =>
  ({ sourceId: '7001', internalName: 'pier', displayName: 'The Pier', site }) as ChannelEntity;

it.each([
  ['the login that the site last reported', channelWith({ login: 'quay_live' }), { id: '7001', login: 'quay_live' }],
  ["the VOD's channel name while the channel has no profile", channelWith(null), { id: '7001', login: 'quay' }],
  ["the VOD's channel name and no id after the channel was removed", null, { id: '', login: 'quay' }],
])('a chat file uses %s', (_, channel, expected) => {
  expect(streamerOf(vod, channel)).toEqual({ ...expected, name: 'The Quay' });
});
