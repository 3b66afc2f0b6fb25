const MINUTE_MS = 60_000;

/** Points of one client, which refill evenly, `perMinute` of them per minute (docs/reference/twitch.md#helix-calls). */
export class RateBucket {
  private points: number;
  private countedAt: number;

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number = Date.now,
  ) {
    this.points = perMinute;
    this.countedAt = now();
  }

  /** Takes one point. @returns whether one was available */
  take(): boolean {
    const now = this.now();
    this.points = Math.min(this.perMinute, this.points + ((now - this.countedAt) / MINUTE_MS) * this.perMinute);
    this.countedAt = now;
    if (this.points < 1) return false;
    this.points -= 1;
    return true;
  }

  /** The three rate limit headers of every response. Reset: when the bucket is full again, in Unix seconds. */
  headers(): Readonly<Record<string, number>> {
    const fullAt = this.countedAt + ((this.perMinute - this.points) / this.perMinute) * MINUTE_MS;
    return {
      'ratelimit-limit': this.perMinute,
      'ratelimit-remaining': Math.floor(this.points),
      'ratelimit-reset': Math.ceil(fullAt / 1000),
    };
  }
}
