import { type HlsDialect } from '#libs/contracts';
import { type DateRange, type MediaSegment } from '../playlist/media-playlist.js';
import { numberOf } from '../playlist/playlist-syntax.js';

/** `doubt`: the segment follows a discontinuity and there is no evidence yet of what it is. */
export type Verdict = 'content' | 'ad' | 'doubt';

/** The state before a segment. `kind` is null if it is unknown: at the start, and after missed segments. */
export interface AdState {
  readonly kind: 'content' | 'ad' | null;
  /** How long the preceding ads have had neither a title nor a date range, ms. */
  readonly unmarkedMs: number;
  /** The broadcast has used the content titles of the dialect. */
  readonly titled: boolean;
}

/**
 * Ads without a mark of their own count as ads for at most this long: it is better to record an ad than to lose the
 * broadcast.
 */
const UNMARKED_MAX_MS = 180_000;

type ListedMedia = Pick<MediaSegment, 'title' | 'discontinuity' | 'pdtMs' | 'durMs'>;
interface Border {
  readonly segment: ListedMedia;
  readonly before: AdState;
  readonly isBorder: boolean;
  readonly isContent: boolean;
}

/**
 * Decides between ad and broadcast from title, date range and discontinuity together, since each alone is sometimes
 * wrong (docs/adr/0011-ads.md). An ad title decides. A date range decides if its border has a discontinuity, unless a
 * rounded end cuts into the titled broadcast or the broadcast returns inside a range without a known end. A segment
 * after an ad is still an ad if it has no discontinuity, no range and no title of the broadcast. Pure.
 */
export function verdictOf(
  segment: ListedMedia,
  before: AdState,
  { dialect, ranges }: { readonly dialect: HlsDialect; readonly ranges: AdRanges },
): Verdict {
  if (hasAdTitle(segment.title, dialect)) return 'ad';
  const isBorder = before.kind === null || segment.discontinuity;
  const isContent = dialect.contentTitles.includes(segment.title.trim());
  const candidate = { segment, before, isBorder, isContent };
  if (isInBreak(candidate, ranges)) return 'ad';
  if (isContent || dialect.contentTitles.length === 0) return 'content';
  return isBorder ? behindBorder(candidate) : goingOn(before);
}

export const hasAdTitle = (title: string, { ads }: HlsDialect): boolean =>
  ads.titles.some((word) => title.includes(word));

function isInBreak({ segment, before, isBorder, isContent }: Border, ranges: AdRanges): boolean {
  const range = ranges.covering(segment);
  if (!range || !(isBorder || before.kind === 'ad')) return false;
  const isEnd = !range.isEndKnown || range.endAt - (segment.pdtMs ?? 0) <= segment.durMs;
  const isReturn = isContent && before.kind === 'ad' && isEnd;
  return !isReturn;
}

/** If the broadcast uses its own titles, a different title means an ad; an empty title decides nothing. */
const behindBorder = ({ segment, before }: Border): Verdict =>
  before.titled && segment.title.trim() !== '' ? 'ad' : 'doubt';

const goingOn = ({ kind, unmarkedMs }: AdState): Verdict =>
  kind === 'ad' && unmarkedMs < UNMARKED_MAX_MS ? 'ad' : 'content';

/**
 * A range of programme time that the site marks as an ad, in ms since the Unix epoch. While `isEndKnown` is false,
 * `endAt` is the latest possible end.
 */
export interface AdRange {
  readonly id: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly isEndKnown: boolean;
}

const MAX_RANGES = 64;
/** Assumed length of a range without a duration; no break is longer. */
const LONGEST_MS = 600_000;

/**
 * The ad breaks that the playlist reported. They outlive the playlist's own entries: a date range may leave the list
 * before its segments do.
 */
export class AdRanges {
  private readonly known = new Map<string, AdRange>();

  constructor(private readonly marks: HlsDialect['ads']) {}

  /** A range with a known id replaces the earlier one, since its length may be better (RFC 8216 section 4.3.2.7). */
  learn(ranges: readonly DateRange[]): void {
    for (const range of ranges) {
      if (!this.isAd(range)) continue;
      const { endAt, isEndKnown } = endOf(range, this.known.get(range.id));
      this.known.set(range.id, { id: range.id, startAt: range.startAt, endAt, isEndKnown });
    }
    for (const old of this.known.keys()) {
      if (this.known.size <= MAX_RANGES) break;
      this.known.delete(old);
    }
  }

  /**
   * Returns the range that contains the middle of the segment, so that a rounded end may be wrong by half a segment.
   * Null without a programme date-time.
   */
  covering({ pdtMs, durMs }: Pick<MediaSegment, 'pdtMs' | 'durMs'>): AdRange | null {
    if (pdtMs === null) return null;
    const middle = pdtMs + durMs / 2;
    for (const range of this.known.values()) if (middle >= range.startAt && middle < range.endAt) return range;
    return null;
  }

  private isAd({ id, className }: DateRange): boolean {
    return this.marks.classNames.includes(className) || this.marks.idPrefixes.some((prefix) => id.startsWith(prefix));
  }
}

function endOf(range: DateRange, before: AdRange | undefined): Pick<AdRange, 'endAt' | 'isEndKnown'> {
  const durMs = range.durMs ?? plannedMs(range);
  if (durMs !== null) return { endAt: range.startAt + durMs, isEndKnown: true };
  return before ?? { endAt: range.startAt + LONGEST_MS, isEndKnown: false };
}

function plannedMs({ attributes }: DateRange): number | null {
  const seconds = numberOf(attributes.get('PLANNED-DURATION'));
  return seconds === null ? null : seconds * 1000;
}
