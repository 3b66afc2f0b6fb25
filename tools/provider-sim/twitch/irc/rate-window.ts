/** Limits the number of events in a sliding time window. */
export class RateWindow {
  private readonly times: number[] = [];

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  /** Counts an event. @returns false if there are too many already; a refused event does not count */
  take(now: number): boolean {
    while (this.times[0] !== undefined && now - this.times[0] >= this.windowMs) this.times.shift();
    if (this.times.length >= this.limit) return false;
    this.times.push(now);
    return true;
  }
}
