/** What decides which of a site's videos is the recording of a broadcast; times in ms since the Unix epoch. */
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

/** A site's video begins within this time of its broadcast. */
const NEAR_MS = 5 * 60_000;
/** A site makes the video of a broadcast while that runs, and may show it late. */
const SHOWN_LATE_MS = 60 * 60_000;

/**
 * The video that holds this broadcast: by the broadcast's id; else, where a video tells none, the archive that began
 * nearest to it. Null: none of these.
 */
export function matchVideo<V extends SiteVideo>(videos: readonly V[], { streamId, startedAt }: Broadcast): V | null {
  const same = videos.find((video) => video.streamId === streamId);
  if (same) return same;
  const distance = (video: V): number => Math.abs(video.createdAt - startedAt);
  return (
    videos
      .filter((video) => video.isArchive && video.streamId === null && distance(video) <= NEAR_MS)
      .toSorted((a, b) => distance(a) - distance(b))[0] ?? null
  );
}

/**
 * Whether a broadcast without a video was never kept: reported only when it is over for long enough that its video would be
 * shown, and the list goes back far enough to hold it. Earlier the answer would often be wrong.
 * @param list what the site listed; `isWhole`: there is no further page
 */
export function wasNeverStored(
  { startedAt, endedAt }: Broadcast,
  list: { readonly videos: readonly SiteVideo[]; readonly isWhole: boolean },
  now: number,
): boolean {
  if (endedAt === null || now - endedAt < SHOWN_LATE_MS) return false;
  return list.isWhole || list.videos.some((video) => video.createdAt < startedAt - NEAR_MS);
}
