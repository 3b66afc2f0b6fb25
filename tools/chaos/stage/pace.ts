/** How long a scenario takes, in segments of one second. */
export interface Pace {
  /** Recorded before the strike. */
  readonly before: number;
  /** How long a part stays away. */
  readonly outage: number;
  /** Recorded after it. */
  readonly after: number;
}

export const SHORT: Pace = { before: 5, outage: 10, after: 5 };
export const LONG: Pace = { before: 30, outage: 10, after: 30 };
