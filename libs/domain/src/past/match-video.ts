/**
 * Properties of a site's video that decide whether it is the recording of a broadcast; times in ms since the Unix
 * epoch.
 */
export interface SiteVideo {
  readonly id: string;
  readonly streamId: string | null;
  readonly createdAt: number;
  readonly isArchive: boolean;
}
export interface Broadcast {
  readonly streamId: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** A site's video starts within this time of its broadcast. */
const MAX_START_DISTANCE_MS = 5 * 60_000;
/** A site creates the video of a broadcast during the broadcast and may list it this much later. */
const LISTING_DELAY_MS = 60 * 60_000;

/**
 * The video of this broadcast: by the broadcast's id; otherwise, among videos without such an id, the archive that
 * started nearest to it. Null if there is none.
 */
export function matchVideo<V extends SiteVideo>(videos: readonly V[], { streamId, startedAt }: Broadcast): V | null {
  const same = videos.find((video) => video.streamId === streamId);
  if (same) return same;
  const distance = (video: V): number => Math.abs(video.createdAt - startedAt);
  return (
    videos
      .filter((video) => video.isArchive && video.streamId === null && distance(video) <= MAX_START_DISTANCE_MS)
      .toSorted((a, b) => distance(a) - distance(b))[0] ?? null
  );
}

/**
 * Whether the site never stored a video of the broadcast. True only if the broadcast ended long enough ago for its
 * video to be listed and the list goes back far enough to contain it. An earlier answer would often be wrong.
 * @param list the site's list; `isWhole`: there is no further page
 */
export function wasNeverStored(
  { startedAt, endedAt }: Broadcast,
  list: { readonly videos: readonly SiteVideo[]; readonly isWhole: boolean },
  now: number,
): boolean {
  if (endedAt === null || now - endedAt < LISTING_DELAY_MS) return false;
  return list.isWhole || list.videos.some((video) => video.createdAt < startedAt - MAX_START_DISTANCE_MS);
}
