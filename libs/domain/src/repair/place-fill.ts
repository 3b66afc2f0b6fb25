import { type TimelineRun } from '#libs/contracts';

/** Where a stretch of media that fills a gap belongs: on the recorder's clock, and on the site's, ms since the Unix epoch. */
export interface FillPlace {
  readonly startAt: number;
  readonly siteAt: number | null;
}

type Side = Pick<TimelineRun, 'startAt' | 'siteAt' | 'durMs'>;

/**
 * Places the stretches that fill a gap: the first one directly behind the segment before the gap, the last one directly
 * before the segment after it. None reaches beyond the segment after it: the time stamps of a source and its dates differ
 * by some milliseconds, and the timeline orders segments by time. Pure.
 * @param lengths of the stretches, ms, in order
 */
export function placeFill(
  lengths: readonly number[],
  { before, after }: { readonly before: Side | null; readonly after: Side | null },
): FillPlace[] {
  const offset = offsetOf(before) ?? offsetOf(after);
  let latest = after ? after.startAt : Infinity;
  const ends: number[] = [];
  for (const durMs of lengths.toReversed()) {
    ends.unshift(latest);
    latest -= durMs;
  }
  let earliest = before ? before.startAt + before.durMs : -Infinity;
  return lengths.map((durMs, n) => {
    const isLast = n === lengths.length - 1;
    const last = (ends[n] ?? Infinity) - durMs;
    const startAt = isLast && (n > 0 || !before) && after ? last : Math.min(earliest, last);
    earliest = startAt + durMs;
    return { startAt: Math.round(startAt), siteAt: offset === null ? null : Math.round(startAt + offset) };
  });
}

const offsetOf = (side: Side | null): number | null =>
  side?.siteAt === null || side?.siteAt === undefined ? null : side.siteAt - side.startAt;
