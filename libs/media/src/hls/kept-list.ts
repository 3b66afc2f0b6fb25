import { type MediaPlaylist, type MediaSegment } from './media-playlist.js';
import { type ListedSegment } from './window-tracker.js';

/** A stretch of a video, ms from its first frame; `toMs` null: to its end. */
export interface VideoRange {
  readonly fromMs: number;
  readonly toMs: number | null;
}

/**
 * What of a video is wanted, and on which clock it stands: `startedAt` is the wall clock of its first frame, ms since
 * the Unix epoch.
 */
export interface KeptPlan {
  readonly startedAt: number;
  readonly range: VideoRange;
}

/** A list's segments in the wanted stretch. `wholeMs`: of all of them; `isOver`: no more of it will be listed. */
export interface KeptSegments {
  readonly segments: readonly ListedSegment[];
  readonly wholeMs: number;
  readonly isOver: boolean;
}

/**
 * Reads the list of a kept video: every segment that covers some of the wanted stretch, whole. Such a list counts its
 * time from the video's first frame, and all that a site stamps beside it (chat, chapters) counts so too; so that is
 * the clock of its segments, and a programme date-time of the broadcast's is left out.
 */
export function readKeptList(list: MediaPlaylist, { startedAt, range }: KeptPlan): KeptSegments {
  const segments: ListedSegment[] = [];
  let [atMs, wholeMs] = [0, 0];
  for (const segment of list.segments) {
    const endMs = atMs + segment.durMs;
    if (endMs > range.fromMs && (range.toMs === null || atMs < range.toMs)) {
      segments.push(listed(segment, list.baseUrl, startedAt + atMs));
      wholeMs += segment.durMs;
    }
    atMs = endMs;
  }
  return { segments, wholeMs, isOver: list.ended || (range.toMs !== null && atMs >= range.toMs) };
}

const listed = (segment: MediaSegment, baseUrl: string, at: number): ListedSegment => ({
  kind: 'segment',
  segment: { ...segment, pdtMs: at },
  baseUrl,
  numbering: 0,
  reset: false,
  arrivalAt: at,
});
