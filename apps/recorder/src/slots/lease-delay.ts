/** What decides how long a recorder waits before it takes a lease. `random` is 0 to 1. */
export interface LeaseOdds {
  readonly priority: number;
  readonly used: number;
  readonly slots: number;
  readonly random: number;
}

/**
 * Wait before taking a lease, ms: what matters more is taken sooner, a recorder with free slots comes before a full
 * one, and chance parts those that are alike. At most 0.7 s, so that a takeover stays within a window of 6 short
 * segments.
 */
export function leaseDelayMs({ priority, used, slots, random }: LeaseOdds): number {
  return (100 - priority) * 2 + (used / Math.max(1, slots)) * 300 + random * 200;
}
