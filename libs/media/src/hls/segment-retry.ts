import { type GapCause } from '#libs/contracts';
import { nameOf } from '../playlist/known-segments.js';
import { type MediaPlaylist, type MediaSegment } from '../playlist/media-playlist.js';
import { type FilteredItem } from '../ads/ad-filter.js';
import { type ListedSegment } from '../playlist/window-tracker.js';
import { httpErrorOf } from './gap-cause.js';

/** The attempts at a segment so far; `since` and `now` are monotonic ms. */
export interface Tries {
  readonly since: number;
  readonly now: number;
  readonly attempts: number;
  readonly cause: GapCause;
}

/**
 * What follows a failed attempt at a segment. `fail`: the pipeline delivers everything before it, then ends with this
 * error.
 */
export type FailureRule = (failed: unknown, tries: Tries) => 'again' | 'gap' | 'fail';

/**
 * A segment that never exists, or always lacks its end, must not block an endless playlist (EVENT), whose window it never
 * leaves.
 */
const GONE_MS = 60_000;
const LASTING: ReadonlySet<GapCause> = new Set(['not-found', 'truncated', 'blocked-address']);
const AWAY_MS = 600_000;
const RETRY_MS = { first: 100, most: 1000, mostRefused: 10_000 };
/** Statuses with which a server refuses requests. Media that appear a moment later may be refused too. */
const REFUSED: readonly number[] = [401, 403, 429];

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

  /** No more lists are expected: missing segments may still be fetched until `at` (monotonic ms), or an earlier call's. */
  close(at: number): void {
    this.closesAt = Math.min(this.closesAt, at);
  }

  /** Lists come again. */
  reopen(): void {
    this.closesAt = Infinity;
  }

  isListed({ numbering, segment, place }: ListedSegment): boolean {
    return place
      ? place.numbering === this.numbering && place.seq >= this.firstSeq
      : numbering === this.numbering && segment.seq >= this.firstSeq;
  }

  mayRetry(item: ListedSegment, { since, now, attempts, cause }: Tries): boolean {
    if (cause === 'refused') return attempts < 2;
    if (now >= this.closesAt || now - since > (LASTING.has(cause) ? GONE_MS : AWAY_MS)) return false;
    return this.isListed(item) || attempts < 2;
  }
}

/** Wait after a number of failed attempts, ms. After refusals the waits keep growing. */
export function retryPauseMs(failed: unknown, attempts: number): number {
  const answer = httpErrorOf(failed);
  const isRefused = answer !== null && (answer.what === 'blocked-address' || REFUSED.includes(answer.status));
  return Math.min(isRefused ? RETRY_MS.mostRefused : RETRY_MS.most, RETRY_MS.first * 2 ** (attempts - 1));
}

/**
 * Finds the same segment in the newest list: by its number, unless another number has its name; in another numbering by
 * its programme date-time.
 */
function listedAs(
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

/**
 * Signed addresses change with each list and expire: a segment that waits uses its newest address, also in a new
 * session.
 */
export function withNewestAddress(item: FilteredItem, list: MediaPlaylist, numbering: number): FilteredItem {
  if (item.kind !== 'segment') return item;
  const listed = listedAs(item, list, numbering);
  if (!listed) return item;
  const { uri, map, key, seq, listedSeq = seq } = listed;
  return {
    ...item,
    baseUrl: list.baseUrl,
    segment: { ...item.segment, uri, map, key, listedSeq },
    ...(numbering === item.numbering ? {} : { place: { numbering, seq } }),
  };
}
