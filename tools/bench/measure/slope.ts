/** A measured value at a moment, ms. */
export interface Sample { readonly at: number; readonly value: number }

/** How a value grows per minute, by least squares: one outlier does not make it. 0 for less than two moments. */
export function slopePerMinute(samples: readonly Sample[]): number {
  const mean = (of: (s: Sample) => number): number => samples.reduce((sum, s) => sum + of(s), 0) / samples.length;
  const [at, value] = [mean((s) => s.at), mean((s) => s.value)];
  const spread = samples.reduce((sum, s) => sum + (s.at - at) ** 2, 0);
  return spread > 0 ? (samples.reduce((sum, s) => sum + (s.at - at) * (s.value - value), 0) / spread) * 60_000 : 0;
}
