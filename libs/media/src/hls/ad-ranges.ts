import { type HlsDialect } from '#libs/contracts';
import { numberOf } from './attributes.js';
import { type DateRange } from './date-range.js';
import { type MediaSegment } from './media-playlist.js';

/**
 * A stretch of programme time that the site calls an ad; ms since the Unix epoch. `isEndTold`: false while `endAt` is
 * only the latest it can be.
 */
export interface AdRange {
  readonly id: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly isEndTold: boolean;
}

const REMEMBERED = 64;
/** A range that does not say how long it is; no break is longer. */
const LONGEST_MS = 600_000;

/**
 * The ad breaks that a playlist told of, kept when it tells of them no more: a date range may leave the list before its
 * segments do.
 */
export class AdRanges {
  private readonly known = new Map<string, AdRange>();

  constructor(private readonly marks: HlsDialect['ads']) {}

  /** One id may come again with a better length (RFC 8216 section 4.3.2.7). */
  learn(ranges: readonly DateRange[]): void {
    for (const range of ranges) {
      if (!this.isAd(range)) continue;
      const { endAt, isEndTold } = endOf(range, this.known.get(range.id));
      this.known.set(range.id, { id: range.id, startAt: range.startAt, endAt, isEndTold });
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

function endOf(range: DateRange, before: AdRange | undefined): Pick<AdRange, 'endAt' | 'isEndTold'> {
  const durMs = range.durMs ?? plannedMs(range);
  if (durMs !== null) return { endAt: range.startAt + durMs, isEndTold: true };
  return before ?? { endAt: range.startAt + LONGEST_MS, isEndTold: false };
}

function plannedMs({ attributes }: DateRange): number | null {
  const seconds = numberOf(attributes.get('PLANNED-DURATION'));
  return seconds === null ? null : seconds * 1000;
}
