import { type GapCause } from '#libs/contracts';
import { nameOf } from '../playlist/known-segments.js';
import { type MediaPlaylist, type MediaSegment } from '../playlist/media-playlist.js';
import { type ListedSegment } from '../playlist/window-tracker.js';

/** The attempts at a segment so far; `since` and `now` are monotonic ms. */
export interface Tries {
  readonly since: number;
  readonly now: number;
  readonly attempts: number;
  readonly cause: GapCause;
}

/** A segment that never exists must not block an endless playlist (EVENT), whose window it never leaves. */
const GONE_MS = 60_000;
const AWAY_MS = 600_000;

/**
 * Decides whether to retry a failed segment: for as long as the playlist lists it
 * (docs/reference/hls.md#segment-availability). Pure.
 */
export class SegmentRetry {
  private numbering = 0;
  private firstSeq = 0;
  private closesAt = Infinity;

  moved({ mediaSequence }: MediaPlaylist, numbering: number): void {
    this.numbering = numbering;
    this.firstSeq = mediaSequence;
  }

  /** No more lists follow: missing segments may still be fetched until `at` (monotonic ms). */
  close(at: number): void {
    this.closesAt = at;
  }

  isListed({ numbering, segment, place }: ListedSegment): boolean {
    return place
      ? place.numbering === this.numbering && place.seq >= this.firstSeq
      : numbering === this.numbering && segment.seq >= this.firstSeq;
  }

  mayRetry(item: ListedSegment, { since, now, attempts, cause }: Tries): boolean {
    if (now >= this.closesAt || now - since > (cause === 'not-found' ? GONE_MS : AWAY_MS)) return false;
    return this.isListed(item) || attempts < 2;
  }
}

/**
 * Finds the same segment in the newest list: by its number, unless another number has its name; in another numbering by
 * its programme date-time.
 */
export function listedAs(
  { numbering: own, segment, place = { numbering: own, seq: segment.seq } }: ListedSegment,
  list: MediaPlaylist,
  numbering: number,
): MediaSegment | undefined {
  const byNumber = list.segments[place.seq - list.mediaSequence];
  if (place.numbering === numbering) {
    if (byNumber?.seq !== place.seq) return undefined;
    const name = nameOf(segment);
    return nameOf(byNumber) === name ? byNumber : (list.segments.find((s) => nameOf(s) === name) ?? byNumber);
  }
  const { pdtMs, durMs } = segment;
  return pdtMs === null
    ? undefined
    : list.segments.find((s) => s.pdtMs !== null && Math.abs(s.pdtMs - pdtMs) < durMs / 2);
}
