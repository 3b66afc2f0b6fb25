import { type Channel, type Vod } from '#libs/contracts';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/** Season and episode of a VOD, as v0 calls them; left out of one that has none. */
export function presentVodNumbers({
  season,
  streamNumber,
  absoluteSeason,
  absoluteNumber,
}: VodEntity): Pick<Vod, 'stream_number' | 'stream_season' | 'stream_absolute_season' | 'stream_absolute_number'> {
  const all = {
    stream_number: streamNumber,
    stream_season: season,
    stream_absolute_season: absoluteSeason,
    stream_absolute_number: absoluteNumber,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** Numbers of the newest recording of a channel; 0 and empty before its first. */
export const presentChannelNumbers = ({
  numbering,
}: ChannelEntity): Pick<Channel, 'current_stream_number' | 'current_season' | 'current_absolute_season'> => ({
  current_stream_number: numbering?.number ?? 0,
  current_season: numbering?.month ?? '',
  current_absolute_season: numbering?.absoluteSeason ?? 0,
});
