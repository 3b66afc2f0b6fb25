/** What a load of the playlist told about its timing. */
export interface Load {
  /** Monotonic start of the load. */
  readonly startedAt: number;
  readonly outcome: 'changed' | 'unchanged' | 'failed';
  readonly targetMs: number;
  /** Length of the newest segment; it may be far below the target (2 s of 6 s on Twitch). 0 when there is none. */
  readonly newestMs: number;
  /** True while nothing is being recorded: a whole target duration is soon enough. */
  readonly idle: boolean;
}

const SHORTEST_MS = 500;

/**
 * When the playlist is loaded next: half a segment after the start of the previous load, so that a new segment is seen
 * at most half a segment late (p95 0.97 s for 2 s segments, against 1.9 s with RFC 8216's whole target after a change:
 * peers-capture.md, Lag). The grid does not drift with the time that a load takes; slots that a slow load overran are
 * left out.
 */
export class PollGrid {
  private failures = 0;

  nextAt(load: Load, now: number): number {
    this.failures = load.outcome === 'failed' ? this.failures + 1 : 0;
    const step = this.stepOf(load);
    const late = Math.max(0, Math.ceil((now - load.startedAt) / step) - 1);
    return load.startedAt + step * (1 + late);
  }

  /**
   * A server that fails is asked at the same pace for a while (the window is short), then once in a target duration.
   */
  private stepOf({ targetMs, newestMs, idle }: Load): number {
    if (idle || this.failures > 10) return Math.max(1000, targetMs);
    const period = newestMs > 0 ? Math.min(targetMs, newestMs) : targetMs;
    return Math.max(SHORTEST_MS, period / 2);
  }
}
