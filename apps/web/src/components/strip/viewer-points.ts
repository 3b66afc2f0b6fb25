import { type Vod } from '#libs/contracts';
import { mediaToWall, type StripModel } from './strip-model.js';

/** Number of viewers at a wall-clock time of the strip. */
export interface ViewerPoint {
  readonly at: number;
  /** Position in the file, ms. */
  readonly fileMs: number;
  readonly amount: number;
}

/**
 * Samples by file time, oldest first, thinned out to about `maxPoints`: each group is represented by its sample with the most
 * viewers.
 */
export function viewerPoints(
  model: StripModel,
  samples: readonly Pick<Vod['viewers'][number], 'offset' | 'amount'>[],
  maxPoints = 240,
): ViewerPoint[] {
  const bundle = Math.max(1, Math.ceil(samples.length / maxPoints));
  const retained = Array.from({ length: Math.ceil(samples.length / bundle) }, (_, i) =>
    samples.slice(i * bundle, (i + 1) * bundle).reduce((high, s) => (s.amount > high.amount ? s : high)),
  );
  return retained.map(({ offset, amount }) => ({
    at: mediaToWall(model, offset * 1000),
    fileMs: Math.max(0, offset * 1000),
    amount,
  }));
}
