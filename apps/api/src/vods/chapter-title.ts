import { type VodEntity } from '../persistence/entities/vod.entity.js';

/** A stream that never told a category or a title is one chapter over its full length (server-behaviour case 25). */
export const chapterTitle = (vod: Pick<VodEntity, 'title' | 'channelDisplay'>): string =>
  vod.title === '' ? vod.channelDisplay : vod.title;
