/** The number of a range that is nearest to `n`. */
export const clamp = (n: number, low: number, high: number): number => Math.min(high, Math.max(low, n));
