import { type Vod } from '#libs/contracts';
import { shareOf, type StripModel } from '../../components/strip/strip-model.js';
import { viewerPoints } from '../../components/strip/viewer-points.js';

/** A count and its position: `share` 0..1 of the strip's width, `fileMs` in the file. */
export interface ChartPoint {
  readonly share: number;
  readonly fileMs: number;
  readonly amount: number;
}
export interface Chart {
  readonly points: readonly ChartPoint[];
  readonly last: ChartPoint;
  readonly most: number;
  readonly mean: number;
  /** Points of an SVG polyline in 1000 by 100 units. */
  readonly line: string;
  readonly area: string;
}

const MAX_POINTS = 500;
/** Height of the highest count, 0..1; leaves some room above it. */
const HEADROOM = 0.94;

/** Null for fewer than two counts, which make no line. */
export function chartOf(model: StripModel, viewers: Vod['viewers']): Chart | null {
  const points = viewerPoints(model, viewers, MAX_POINTS).map(({ at, fileMs, amount }) => ({
    share: shareOf(model, at),
    fileMs,
    amount,
  }));
  const [first] = points;
  const last = points.at(-1);
  if (points.length < 2 || first === undefined || last === undefined) return null;
  const most = Math.max(...points.map((p) => p.amount));
  const mean = Math.round(viewers.reduce((sum, v) => sum + v.amount, 0) / viewers.length);
  const x = (p: ChartPoint): string => (p.share * 1000).toFixed(1);
  const line = points
    .map((p) => `${x(p)},${(100 - (most === 0 ? 0 : p.amount / most) * 100 * HEADROOM).toFixed(1)}`)
    .join(' ');
  return { points, last, most, mean, line, area: `${x(first)},100 ${line} ${x(last)},100` };
}

/** Index of the nearest point. */
export function nearestTo(points: readonly ChartPoint[], share: number): number {
  return points.reduce(
    (best, p, i) => (Math.abs(p.share - share) < Math.abs((points[best]?.share ?? Infinity) - share) ? i : best),
    0,
  );
}

const STEPS: Readonly<Record<string, (at: number, length: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at - 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at, n) => at - Math.ceil(n / 10),
  PageUp: (at, n) => at + Math.ceil(n / 10),
  Home: () => 0,
  End: (_, n) => n - 1,
};

/** Index that a key leads to; null for other keys. */
export function stepOf(key: string, at: number, length: number): number | null {
  const step = STEPS[key];
  return step === undefined ? null : Math.min(length - 1, Math.max(0, step(at, length)));
}
