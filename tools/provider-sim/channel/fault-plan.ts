import type { FaultRule } from '../scenario.js';

interface Held {
  readonly rule: FaultRule;
  readonly until: number;
  left: number;
}
/** What a request asks for. */
export interface Asked {
  readonly kind: Exclude<FaultRule['on'], 'all'>;
  readonly seq: number | null;
}

function matches(rule: FaultRule, { kind, seq }: Asked): boolean {
  if (rule.on !== 'all' && rule.on !== kind) return false;
  if (rule.fromSeq === undefined && rule.toSeq === undefined) return true;
  return seq !== null && seq >= (rule.fromSeq ?? 0) && seq <= (rule.toSeq ?? Infinity);
}

/** The faults that hold on a channel at a time. The oldest that fits a request strikes. */
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

  /** Counts as a strike. */
  strike(asked: Asked, now: number): FaultRule | null {
    const struck = this.held.find((held) => held.until > now && held.left > 0 && matches(held.rule, asked));
    if (!struck) return null;
    struck.left -= 1;
    return struck.rule;
  }

  /**
   * Was every list kept from everybody at a time (ended faults are kept, so the past can be asked)? Faults that strike
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
