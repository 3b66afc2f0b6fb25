import { type Vod } from '#libs/contracts';

const hasTitle = (vod: Pick<Vod, 'stream_title'>): boolean => vod.stream_title.trim() !== '';

/** The stream's title; a source without titles has its channel's name. */
export const titleOfVod = (vod: Pick<Vod, 'stream_title' | 'streamer_name'>): string => (hasTitle(vod) ? vod.stream_title : vod.streamer_name);

/** The same inside a channel's own box, where its name would say nothing: the file's name, or null for a real title. */
export const fileNameOf = (vod: Pick<Vod, 'stream_title' | 'basename'>): string | null => (hasTitle(vod) ? null : vod.basename);

/** `S03E12`: season and number of a recording, two digits each (spec V1); null for one that has none. */
export function numberOf(vod: Pick<Vod, 'stream_absolute_season' | 'stream_number'>): string | null {
  if (vod.stream_number === undefined) return null;
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${vod.stream_absolute_season === undefined ? '' : `S${two(vod.stream_absolute_season)}`}E${two(vod.stream_number)}`;
}
