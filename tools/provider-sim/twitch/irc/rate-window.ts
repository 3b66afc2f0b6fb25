/** So many in a window of time that moves along. */
export class RateWindow {
  private readonly times: number[] = [];

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  /** @returns false when there are too many already; such a one does not count */
  take(now: number): boolean {
    while (this.times[0] !== undefined && now - this.times[0] >= this.windowMs) this.times.shift();
    if (this.times.length >= this.limit) return false;
    this.times.push(now);
    return true;
  }
}
