import { type GapRecord } from '#libs/contracts';

/** Numbers of segments inside an epoch, first and last included. */
export interface SegmentNumbers {
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
}
/** Wall clock, ms since the Unix epoch. */
interface Times {
  readonly from: number;
  readonly to: number;
}

/** `place`: the position in the journal. Of several gaps that fit, the first one in the journal counts. */
interface ListedGap {
  readonly gap: GapRecord;
  readonly place: number;
}

/**
 * Most gaps on either side of the start of a lookup that are compared. A source that loses every other segment causes as
 * many lookups as gaps, so comparing all of them would take quadratic time.
 */
const NEAR = 500;

/** Finds gaps that a part recorded, without comparing all of them. */
export class RecordedGaps {
  private readonly byNumber: ReadonlyMap<number, SortedGaps>;
  private readonly byTime: SortedGaps;

  constructor(gaps: readonly GapRecord[]) {
    const listed = gaps.map((gap, place) => ({ gap, place }));
    this.byTime = new SortedGaps(listed, ({ at }) => at);
    this.byNumber = new Map(
      [...Map.groupBy(listed, ({ gap }) => gap.epoch)].map(([epoch, own]) => [
        epoch,
        new SortedGaps(own, ({ fromSeq }) => fromSeq),
      ]),
    );
  }

  /** The first gap that has one of these numbers. */
  ofNumbers({ epoch, from, to }: SegmentNumbers): GapRecord | undefined {
    return this.byNumber.get(epoch)?.first(from, ({ fromSeq, toSeq }) => toSeq >= from && fromSeq <= to);
  }

  /** The first gap that starts in a stretch of time. */
  between({ from, to }: Times): GapRecord | undefined {
    return this.byTime.first(from, ({ at }) => at >= from && at <= to);
  }
}

class SortedGaps {
  private readonly sorted: readonly ListedGap[];
  private readonly values: Float64Array;

  constructor(gaps: readonly ListedGap[], valueOf: (gap: GapRecord) => number) {
    this.sorted = gaps.toSorted((a, b) => valueOf(a.gap) - valueOf(b.gap));
    this.values = Float64Array.from(this.sorted, ({ gap }) => valueOf(gap));
  }

  /** The first gap of the journal that fits, of those whose value is near a value. */
  first(value: number, fits: (gap: GapRecord) => boolean): GapRecord | undefined {
    const start = countUpTo(this.values, value);
    let found: ListedGap | undefined;
    for (const one of this.sorted.slice(Math.max(0, start - NEAR), start + NEAR))
      if (fits(one.gap) && one.place < (found?.place ?? Infinity)) found = one;
    return found?.gap;
  }
}

/** Number of values that are not above a limit. @param ascending in ascending order */
export function countUpTo(ascending: Float64Array, limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
