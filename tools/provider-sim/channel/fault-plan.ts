import type { FaultRule } from '../scenario.js';

interface Held {
  readonly rule: FaultRule;
  readonly until: number;
  left: number;
}
/** What a request asks for. */
export interface LiveRequest {
  readonly kind: Exclude<FaultRule['on'], 'all'>;
  readonly seq: number | null;
}

function matches(rule: FaultRule, { kind, seq }: LiveRequest): boolean {
  if (rule.on !== 'all' && rule.on !== kind) return false;
  if (rule.fromSeq === undefined && rule.toSeq === undefined) return true;
  return seq !== null && seq >= (rule.fromSeq ?? 0) && seq <= (rule.toSeq ?? Infinity);
}

/** The faults that hold on a channel at a time. The oldest that fits a request applies. */
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

  /** Counts as applied. */
  match(request: LiveRequest, now: number): FaultRule | null {
    const matched = this.held.find((held) => held.until > now && held.left > 0 && matches(held.rule, request));
    if (!matched) return null;
    matched.left -= 1;
    return matched.rule;
  }

  /**
   * Was every list kept from everybody at a time (ended faults are kept, so the past can be asked)? Faults that apply
   * a few times don't count: the next try gets it.
   */
  blocksPlaylist(at: number): boolean {
    return this.held.some(
      ({ rule, until, left }) =>
        until > at && left === Infinity && rule.mode !== 'slow' && matches(rule, { kind: 'playlist', seq: null }),
    );
  }

  /** Will a segment never be had? */
  withholds(seq: number): boolean {
    return this.held.some(
      ({ rule, until, left }) =>
        until === Infinity && left === Infinity && rule.mode !== 'slow' && matches(rule, { kind: 'segment', seq }),
    );
  }
}
