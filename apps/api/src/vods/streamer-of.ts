import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/** Whose chat it is, as a chat file tells it. @param channel null: it was removed, and the VOD alone tells of it */
export const streamerOf = (
  { channelName, channelDisplay }: VodEntity,
  channel: ChannelEntity | null,
): { readonly id: string; readonly login: string; readonly name: string } => ({
  id: channel?.sourceId ?? '',
  login: channel?.site?.login ?? channelName,
  name: channelDisplay,
});
