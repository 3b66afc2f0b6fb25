import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/**
 * The streamer as a chat file names it: `name` as on the VOD, `login` as the site last reported it. Without a profile of
 * the channel, `login` is the VOD's channel name.
 * @param channel null if the channel was removed; `id` is empty then
 */
export const streamerOf = (
  { channelName, channelDisplay }: VodEntity,
  channel: ChannelEntity | null,
): { readonly id: string; readonly login: string; readonly name: string } => ({
  id: channel?.sourceId ?? '',
  login: channel?.site?.login ?? channelName,
  name: channelDisplay,
});
