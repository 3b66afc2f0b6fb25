import { type Vod } from '#libs/contracts';

/** The stream's title; sources without titles have the file's name. */
export const titleOfVod = (vod: Pick<Vod, 'stream_title' | 'basename'>): string => (vod.stream_title.trim() === '' ? vod.basename : vod.stream_title);
