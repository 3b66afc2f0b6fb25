import { type TimelineRun, TS_WRAP_MS } from '#libs/contracts';
import { type EpochInfo, type PlacedSegment } from './part-info.js';

/** Video without a gap: where it starts on the wall clock and on the source's clock, and how long it is, ms. */
export type VideoSpan = Pick<TimelineRun, 'startAt' | 'firstPtsMs' | 'durMs' | 'container'>;

/** A segment of a rendition, or a cue: its times on the source's clock, and the wall clock near its start. */
export interface Timed {
  readonly s: Pick<PlacedSegment, 'ptsMs' | 'durMs'>;
  readonly at: number;
  readonly epoch: Pick<EpochInfo, 'container' | 'untimed'>;
}

/**
 * A segment in a span of video. `atMs` is its start in the span, and `shiftMs` is added to its time stamps, because the
 * clocks of both may have wrapped differently, or it has none of its own. `skewMs` is how far the wall clock differs from
 * the time stamps.
 */
interface InSpan {
  readonly atMs: number;
  readonly shiftMs: number;
  readonly skewMs: number;
}

/** Wall clocks of one media clock agree within this. */
const SAME_CLOCK_MS = 1000;
/** The wall clocks of audio and video may differ by this: without dates each list is placed by the time of its load. */
const MAX_SKEW_MS = 10_000;

/**
 * Whether a segment that is in no span may belong to video behind the end of a span. The time stamps decide if both may
 * be on one clock, since the wall clocks of two lists differ.
 */
export function mayFollow(placed: Timed, span: VideoSpan): boolean {
  const { atMs, skewMs } = placeIn(placed, span);
  if (skewMs <= MAX_SKEW_MS) return atMs >= span.durMs;
  return placed.at + MAX_SKEW_MS >= span.startAt + span.durMs;
}

/**
 * Places a segment in a span by the time stamps, or by the wall clock if it has none, also before its start or behind
 * its end.
 */
function placeIn({ s, at, epoch }: Timed, span: VideoSpan): InSpan {
  const byWall = at - span.startAt;
  const byClock = s.ptsMs - span.firstPtsMs;
  if (epoch.untimed) return { atMs: byWall, shiftMs: byWall - byClock, skewMs: 0 };
  const mayWrap = span.container !== 'fmp4' || epoch.container !== 'fmp4';
  const shiftMs = mayWrap ? Math.round((byWall - byClock) / TS_WRAP_MS) * TS_WRAP_MS : 0;
  const atMs = byClock + shiftMs;
  return { atMs, shiftMs, skewMs: Math.abs(atMs - byWall) };
}

interface Fit<S> extends InSpan {
  readonly span: S;
  readonly index: number;
}

/**
 * Finds the spans of video that a segment of audio belongs to. It searches near the wall clock of the segment first, so
 * that a source whose clock begins again in each segment needs no scan.
 */
export class SpanIndex<S extends VideoSpan> {
  private readonly byWall: Intervals;
  private readonly byClock: Intervals;

  constructor(private readonly spans: readonly S[]) {
    this.byWall = new Intervals(spans.map(({ startAt, durMs }) => [startAt, startAt + durMs]));
    this.byClock = new Intervals(spans.map(({ firstPtsMs, durMs }) => [firstPtsMs, firstPtsMs + durMs]));
  }

  /**
   * Where the time stamps fit several spans, because the source began again at the same time, the wall clock decides.
   * @param from the first span that counts
   * @returns in the order of the spans
   */
  find(placed: Timed, from = 0): Fit<S>[] {
    const near = this.fits(placed, this.nearWall(placed), from);
    const nearest = nearestOf(near);
    if (nearest && nearest.skewMs <= MAX_SKEW_MS) return allOf(near, nearest);
    if (placed.epoch.untimed) return [];
    const all = this.fits(placed, this.onClock(placed), from);
    const first = nearestOf(all);
    return first ? allOf(all, first) : [];
  }

  private fits(placed: Timed, candidates: Iterable<number>, from: number): Fit<S>[] {
    return [...new Set(candidates)]
      .toSorted((a, b) => a - b)
      .flatMap((index) => {
        const span = this.spans[index];
        if (!span || index < from) return [];
        const place = placeIn(placed, span);
        const isInside = place.atMs < span.durMs && place.atMs + placed.s.durMs > 0;
        return isInside ? [{ ...place, span, index }] : [];
      });
  }

  private nearWall({ at, s }: Timed): Iterable<number> {
    const reachMs = MAX_SKEW_MS + SAME_CLOCK_MS;
    return this.byWall.overlapping(at - reachMs, at + s.durMs + reachMs);
  }

  private *onClock({ s }: Timed): Iterable<number> {
    const { first, end } = this.byClock;
    const [lowest, highest] = [(first - s.ptsMs - s.durMs) / TS_WRAP_MS, (end - s.ptsMs) / TS_WRAP_MS];
    for (let wraps = Math.ceil(lowest); wraps <= highest; wraps += 1) {
      const ptsMs = s.ptsMs + wraps * TS_WRAP_MS;
      yield* this.byClock.overlapping(ptsMs, ptsMs + s.durMs);
    }
  }
}

const nearestOf = <S>(fits: readonly Fit<S>[]): Fit<S> | null =>
  fits.reduce<Fit<S> | null>((best, fit) => (best && best.skewMs <= fit.skewMs ? best : fit), null);

/** The nearest, and those on its clock: spans of one clock have one wall clock, and no time stamp of each other. */
const allOf = <S extends VideoSpan>(fits: readonly Fit<S>[], nearest: Fit<S>): Fit<S>[] =>
  fits.filter(
    (fit) => fit === nearest || (fit.skewMs <= nearest.skewMs + SAME_CLOCK_MS && !repeatsClock(fit, nearest)),
  );

/** Whether two spans have the same time stamps, except for an overlap at their border. */
function repeatsClock(a: Fit<VideoSpan>, b: Fit<VideoSpan>): boolean {
  const sharedMs = Math.min(a.span.durMs - a.atMs, b.span.durMs - b.atMs) - Math.max(-a.atMs, -b.atMs);
  return sharedMs > Math.min(a.span.durMs, b.span.durMs) / 2;
}

/** Intervals in the order of their start, for a binary search. */
class Intervals {
  private readonly sorted: readonly { readonly start: number; readonly index: number }[];
  /** The latest end of each interval and all before it. */
  private readonly ends: number[] = [];

  constructor(intervals: readonly (readonly [start: number, end: number])[]) {
    this.sorted = intervals.map(([start], index) => ({ start, index })).toSorted((a, b) => a.start - b.start);
    let end = -Infinity;
    for (const { index } of this.sorted) {
      end = Math.max(end, intervals[index]?.[1] ?? end);
      this.ends.push(end);
    }
  }

  /** The earliest start. */
  get first(): number {
    return this.sorted[0]?.start ?? Infinity;
  }

  /** The latest end. */
  get end(): number {
    return this.ends.at(-1) ?? -Infinity;
  }

  /** The positions of all intervals that overlap the given one, and of some that are before it. */
  *overlapping(from: number, to: number): Iterable<number> {
    for (let i = this.countUntil(to) - 1; i >= 0 && (this.ends[i] ?? from) > from; i -= 1)
      yield this.sorted[i]?.index ?? 0;
  }

  /** The number of intervals that start before a moment. */
  private countUntil(moment: number): number {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sorted[middle]?.start ?? moment) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
