/** Tracks that start or end this much apart do not belong together: one of them is missing there. */
export const MAX_LEAD_S = 1;
/** A longer pause between the packets of a track is missing media. */
export const MAX_PAUSE_MS = 700;

/** An even rate: pictures at least this often, whose distances differ by less than this factor (telecine: 1.5). */
const EVEN = { mostMs: 100, factor: 1.75 };

/** Whether pictures at these distances, ms, come at a rate that shows a pause to be missing media. */
export const isEvenRate = (leastMs: number, mostMs: number): boolean =>
  leastMs > 0 && mostMs >= leastMs && mostMs <= Math.min(EVEN.mostMs, leastMs * EVEN.factor);
