/** Inputs of the delay before a recorder takes a lease. `random` is 0 to 1. */
export interface LeaseOdds {
  readonly priority: number;
  readonly used: number;
  readonly slots: number;
  readonly random: number;
}

/**
 * Delay before taking a lease, ms. A higher priority shortens it, a fuller recorder waits longer, and chance separates
 * equal recorders. At most 0.7 s, so that a take-over stays within a window of 6 short segments.
 */
export function leaseDelayMs({ priority, used, slots, random }: LeaseOdds): number {
  return (100 - priority) * 2 + (used / Math.max(1, slots)) * 300 + random * 200;
}
