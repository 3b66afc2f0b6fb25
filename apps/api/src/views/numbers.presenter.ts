import { type Channel, type Vod } from '#libs/contracts';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/** Season and episode of a VOD under v0's names. Missing numbers are left out. */
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

/** Numbers of a channel's newest recording; 0 and empty before the first one. */
export const presentChannelNumbers = ({
  numbering,
}: ChannelEntity): Pick<Channel, 'current_stream_number' | 'current_season' | 'current_absolute_season'> => ({
  current_stream_number: numbering?.number ?? 0,
  current_season: numbering?.month ?? '',
  current_absolute_season: numbering?.absoluteSeason ?? 0,
});
