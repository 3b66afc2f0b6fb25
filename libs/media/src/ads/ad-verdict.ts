import { type HlsDialect } from '#libs/contracts';
import { type DateRange, type MediaSegment } from '../playlist/media-playlist.js';
import { numberOf } from '../playlist/playlist-syntax.js';

/** `doubt`: it stands behind a discontinuity and nothing says yet what it is. */
export type Verdict = 'content' | 'ad' | 'doubt';

/**
 * What came right before a segment. `kind` is null where nobody knows: at the start, and behind segments that nobody
 * saw.
 */
export interface Before {
  readonly kind: 'content' | 'ad' | null;
  /** How long the ads before it have had neither title nor range, ms. */
  readonly unmarkedMs: number;
  /** The broadcast has shown the titles that the dialect gives it. */
  readonly titled: boolean;
}

/** Ads without any mark of their own are believed for so long: rather an ad recorded than a broadcast lost. */
const UNMARKED_MAX_MS = 180_000;

type ListedMedia = Pick<MediaSegment, 'title' | 'discontinuity' | 'pdtMs' | 'durMs'>;
interface Border {
  readonly segment: ListedMedia;
  readonly before: Before;
  readonly isBorder: boolean;
  readonly isContent: boolean;
}

/**
 * Tells an ad from the broadcast by title, date range and discontinuity together, since each alone is wrong now and
 * then (docs/adr/0011-ads.md): a title decides; a date range does where a discontinuity stands at its border, unless
 * the titled broadcast is only cut by a rounded end, or comes back in a range that reported no end; what stands behind an
 * ad without a discontinuity, a range and a title of the broadcast is still the ad. Pure.
 */
export function verdictOf(
  segment: ListedMedia,
  before: Before,
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

/** A strange title where the broadcast has had its own is an ad's; no title at all may be anything. */
const behindBorder = ({ segment, before }: Border): Verdict =>
  before.titled && segment.title.trim() !== '' ? 'ad' : 'doubt';

const goingOn = ({ kind, unmarkedMs }: Before): Verdict =>
  kind === 'ad' && unmarkedMs < UNMARKED_MAX_MS ? 'ad' : 'content';

/**
 * A stretch of programme time that the site calls an ad; ms since the Unix epoch. `isEndKnown`: false while `endAt` is
 * only the latest it can be.
 */
export interface AdRange {
  readonly id: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly isEndKnown: boolean;
}

const REMEMBERED = 64;
/** A range that does not say how long it is; no break is longer. */
const LONGEST_MS = 600_000;

/**
 * The ad breaks that a playlist reported, kept when it tells of them no more: a date range may leave the list before its
 * segments do.
 */
export class AdRanges {
  private readonly known = new Map<string, AdRange>();

  constructor(private readonly marks: HlsDialect['ads']) {}

  /** One id may come again with a better length (RFC 8216 section 4.3.2.7). */
  learn(ranges: readonly DateRange[]): void {
    for (const range of ranges) {
      if (!this.isAd(range)) continue;
      const { endAt, isEndKnown } = endOf(range, this.known.get(range.id));
      this.known.set(range.id, { id: range.id, startAt: range.startAt, endAt, isEndKnown });
    }
    for (const old of this.known.keys()) {
      if (this.known.size <= REMEMBERED) break;
      this.known.delete(old);
    }
  }

  /**
   * The range in which the middle of the segment lies: half a segment is what ends that were rounded may be off by.
   * Null without a programme time.
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
