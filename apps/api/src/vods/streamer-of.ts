import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/**
 * The streamer as a chat file names it.
 * @param channel null if the channel was removed; then the data come from the VOD
 */
export const streamerOf = (
  { channelName, channelDisplay }: VodEntity,
  channel: ChannelEntity | null,
): { readonly id: string; readonly login: string; readonly name: string } => ({
  id: channel?.sourceId ?? '',
  login: channel?.site?.login ?? channelName,
  name: channelDisplay,
});
