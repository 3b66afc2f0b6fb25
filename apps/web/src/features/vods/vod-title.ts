import { type Vod } from '#libs/contracts';
import { episode } from '../../lib/format.js';

const hasTitle = (vod: Pick<Vod, 'stream_title'>): boolean => vod.stream_title.trim() !== '';

/** The stream's title; a source without titles has its channel's name. */
export const titleOfVod = (vod: Pick<Vod, 'stream_title' | 'streamer_name'>): string =>
  hasTitle(vod) ? vod.stream_title : vod.streamer_name;

/** The same inside a channel's own box, where its name would say nothing: the file's name, or null for a real title. */
export const fileNameOf = (vod: Pick<Vod, 'stream_title' | 'basename'>): string | null =>
  hasTitle(vod) ? null : vod.basename;

/** Season and number of a recording; null for one that has none. */
export const numberOf = (vod: Pick<Vod, 'stream_absolute_season' | 'stream_number'>): string | null =>
  vod.stream_number === undefined ? null : episode(vod.stream_absolute_season, vod.stream_number);
