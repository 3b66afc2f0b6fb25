import { type Vod } from '#libs/contracts';
import { episode } from '../../lib/format.js';

const hasTitle = (vod: Pick<Vod, 'stream_title'>): boolean => vod.stream_title.trim() !== '';

/** The stream's title; for a source without titles the channel's name. */
export const titleOfVod = (vod: Pick<Vod, 'stream_title' | 'streamer_name'>): string =>
  hasTitle(vod) ? vod.stream_title : vod.streamer_name;

/**
 * The file name for a VOD inside its channel's box, where the channel's name would be redundant; null if there is a
 * real title.
 */
export const fileNameOf = (vod: Pick<Vod, 'stream_title' | 'basename'>): string | null =>
  hasTitle(vod) ? null : vod.basename;

/** Season and number of a recording; null if it has none. */
export const numberOf = (vod: Pick<Vod, 'stream_absolute_season' | 'stream_number'>): string | null =>
  vod.stream_number === undefined ? null : episode(vod.stream_absolute_season, vod.stream_number);
