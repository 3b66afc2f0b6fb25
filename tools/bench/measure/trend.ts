/**
 * A straight line through samples (least squares): its slope per unit of `x`, and twice the slope's standard error. Memory
 * goes in steps, so samples that follow each other are alike and count for fewer ones: the error has the factor of a
 * process whose residuals keep a share of the previous one (AR(1)).
 */
export interface Trend {
  readonly slope: number;
  readonly noise: number;
}

/** Above this, the samples are one step. */
const MOST_ALIKE = 0.9;

/** @param samples at least three, at even distances */
export function trendOf(samples: readonly { readonly x: number; readonly y: number }[]): Trend {
  const n = samples.length;
  const meanX = samples.reduce((sum, { x }) => sum + x, 0) / n;
  const meanY = samples.reduce((sum, { y }) => sum + y, 0) / n;
  const spread = samples.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope = samples.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const rests = samples.map(({ x, y }) => y - meanY - slope * (x - meanX));
  const squares = rests.reduce((sum, rest) => sum + rest ** 2, 0);
  const alike = squares === 0 ? 0 : rests.slice(1).reduce((sum, rest, i) => sum + rest * (rests[i] ?? 0), 0) / squares;
  const share = Math.min(MOST_ALIKE, Math.max(0, alike));
  return { slope, noise: 2 * Math.sqrt((squares / (n - 2) / spread) * ((1 + share) / (1 - share))) };
}
