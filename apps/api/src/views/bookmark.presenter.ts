import { type Vod } from '#libs/contracts';
import { placeInVod } from '../vods/vod-clock.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/**
 * Bookmarks in the order they were made, which is what v0 deletes them by.
 * @param mediaMs length of the file, as it has grown
 */
export function presentBookmarks(vod: VodEntity, mediaMs: number): Vod['bookmarks'] {
  const placeOf = placeInVod(vod, mediaMs);
  return vod.bookmarks.map(({ id, name, at, offsetMs, createdAt }) => {
    // By the clock where there is one: a file that grew at its front moved every moment in it.
    const placeMs = at === null ? (offsetMs ?? 0) : placeOf(at);
    return { id, name, date: new Date(at ?? createdAt).toISOString(), offset: Math.min(placeMs, mediaMs) / 1000 };
  });
}
