import { type VodEntity } from '../persistence/entities/vod.entity.js';

/** A stream without a category and a title is one chapter over its full length. */
export const chapterTitle = (vod: Pick<VodEntity, 'title' | 'channelDisplay'>): string =>
  vod.title === '' ? vod.channelDisplay : vod.title;
