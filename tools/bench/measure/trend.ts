/** A straight line through samples (least squares): its slope per unit of `x`, and twice the slope's standard error. */
export interface Trend {
  readonly slope: number;
  readonly noise: number;
}

/** @param samples at least three */
export function trendOf(samples: readonly { readonly x: number; readonly y: number }[]): Trend {
  const n = samples.length;
  const meanX = samples.reduce((sum, { x }) => sum + x, 0) / n;
  const meanY = samples.reduce((sum, { y }) => sum + y, 0) / n;
  const spread = samples.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope = samples.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const rest = samples.reduce((sum, { x, y }) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, noise: 2 * Math.sqrt(rest / (n - 2) / spread) };
}
