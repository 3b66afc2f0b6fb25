/** So many in a window of time that moves along. */
export class RateWindow {
  private readonly taken: number[] = [];

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  /** @returns false when there are too many already; such a one does not count */
  take(now: number): boolean {
    while (this.taken[0] !== undefined && now - this.taken[0] >= this.windowMs) this.taken.shift();
    if (this.taken.length >= this.limit) return false;
    this.taken.push(now);
    return true;
  }
}
