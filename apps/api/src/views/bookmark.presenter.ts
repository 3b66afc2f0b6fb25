import { type Vod } from '#libs/contracts';
import { placeInVod } from '../vods/vod-clock.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/**
 * Bookmarks in the order of creation, because v0 deletes them by their index.
 * @param mediaMs current length of the file
 */
export function presentBookmarks(vod: VodEntity, mediaMs: number): Vod['bookmarks'] {
  const placeOf = placeInVod(vod, mediaMs);
  return vod.bookmarks.map(({ id, name, at, offsetMs, createdAt }) => {
    // With a time stamp, use the clock: media added at the front of a file shift all offsets.
    const placeMs = at === null ? (offsetMs ?? 0) : placeOf(at);
    return { id, name, date: new Date(at ?? createdAt).toISOString(), offset: Math.min(placeMs, mediaMs) / 1000 };
  });
}
