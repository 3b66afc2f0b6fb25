import type { FaultRule } from '../scenario.js';

interface Held {
  readonly rule: FaultRule;
  readonly until: number;
  left: number;
}
/** Subject of a request. */
export interface LiveRequest {
  readonly kind: Exclude<FaultRule['on'], 'all'>;
  readonly seq: number | null;
}

function matches(rule: FaultRule, { kind, seq }: LiveRequest): boolean {
  if (rule.on !== 'all' && rule.on !== kind) return false;
  if (rule.fromSeq === undefined && rule.toSeq === undefined) return true;
  return seq !== null && seq >= (rule.fromSeq ?? 0) && seq <= (rule.toSeq ?? Infinity);
}

/** The active faults of a channel. The oldest fault that matches a request applies. */
export class FaultPlan {
  private held: Held[] = [];

  add(rule: FaultRule, now: number): void {
    this.held.push({
      rule,
      until: rule.forMs === undefined ? Infinity : now + rule.forMs,
      left: rule.times ?? Infinity,
    });
  }

  clear(): void {
    this.held = [];
  }

  /** The fault that applies to the request; null if none. Counts as one application of the fault. */
  match(request: LiveRequest, now: number): FaultRule | null {
    const matched = this.held.find((held) => held.until > now && held.left > 0 && matches(held.rule, request));
    if (!matched) return null;
    matched.left -= 1;
    return matched.rule;
  }

  /**
   * Whether a fault blocked every playlist request at a time. Ended faults are retained, so the time may be in the
   * past. Faults that apply a limited number of times do not count: the next request succeeds.
   */
  blocksPlaylist(at: number): boolean {
    return this.held.some(
      ({ rule, until, left }) =>
        until > at && left === Infinity && rule.mode !== 'slow' && matches(rule, { kind: 'playlist', seq: null }),
    );
  }

  /** Whether a permanent fault blocks all requests for a segment. */
  withholds(seq: number): boolean {
    return this.held.some(
      ({ rule, until, left }) =>
        until === Infinity && left === Infinity && rule.mode !== 'slow' && matches(rule, { kind: 'segment', seq }),
    );
  }
}
