const WINDOW_MS = 15 * 60_000;
/** Addresses that are counted at the same time; the one that is known longest is forgotten first. */
const MAX_KEYS = 10_000;

/** Rate limit: one try after the other. */
interface RateLimit {
  readonly spacingMs: number;
  readonly maxWaiting: number;
}
/** A caller above its limit: 86,400 guesses a day, and an own try waits at most 8 s. */
const CALLER_RATE: RateLimit = { spacingMs: 1000, maxWaiting: 8 };
/** All callers above the total limit. */
const TOTAL_RATE: RateLimit = { spacingMs: 200, maxWaiting: 40 };

/** Failed tries of one caller, or of all. */
interface Count {
  failed: number;
  /** Tries without a result. They count as failed, so that many at once do not get past the limit. */
  open: number;
  readonly until: number;
  /** Time of the next free place above the limit. */
  nextAt: number;
}

/** A place for one try. The caller calls `done` once with its result, or `cancel` before its turn. */
export type Place =
  | { readonly waitMs: number; readonly done: (hasFailed: boolean) => void; readonly cancel: () => void }
  | { readonly refusedForMs: number };

/**
 * Throttles password guesses. Callers below the limits never wait. Above a limit, tries pass one after the other, so that
 * the right password still gets in; only a try that would wait too long is refused.
 */
export class LoginThrottle {
  private readonly callers = new Map<string, Count>();
  /** Apart from the callers, so that many of them cannot push it out. */
  private readonly totals = new Map<string, Count>();

  constructor(
    private readonly limits: { readonly perAddress: number; readonly inAll: number },
    private readonly now: () => number,
  ) {}

  /**
   * @param caller what counts as one caller
   * @param shared what all callers have in common; null: the total does not apply to this caller
   */
  take(caller: string, shared: string | null): Place {
    const own = this.slot(countOf(this.callers, caller, this.now()), this.limits.perAddress, CALLER_RATE);
    const all =
      shared === null ? null : this.slot(countOf(this.totals, shared, this.now()), this.limits.inAll, TOTAL_RATE);
    const slots = all === null ? [own] : [own, all];
    const waitMs = Math.max(...slots.map((slot) => slot.waitMs));
    const refused = slots.filter((slot) => slot.waitMs > slot.rate.spacingMs * slot.rate.maxWaiting);
    if (refused.length > 0) return { refusedForMs: waitMs };
    for (const slot of slots) slot.occupy();
    return {
      waitMs,
      done: (hasFailed) => {
        for (const { count } of slots) {
          count.open -= 1;
          if (hasFailed) count.failed += 1;
        }
      },
      cancel: () => {
        for (const slot of slots) slot.release();
      },
    };
  }

  private slot(count: Count, limit: number, rate: RateLimit) {
    const now = this.now();
    const isSlow = count.failed + count.open >= limit;
    const at = isSlow ? Math.max(now, count.nextAt) : now;
    const occupy = (): void => {
      count.open += 1;
      if (isSlow) count.nextAt = at + rate.spacingMs;
    };
    /** The next caller gets the turn. */
    const release = (): void => {
      count.open -= 1;
      if (isSlow) count.nextAt -= rate.spacingMs;
    };
    return { count, rate, waitMs: at - now, occupy, release };
  }
}

function countOf(counts: Map<string, Count>, key: string, now: number): Count {
  const known = counts.get(key);
  if (known && known.until > now) return known;
  const fresh: Count = { failed: 0, open: 0, until: now + WINDOW_MS, nextAt: known?.nextAt ?? 0 };
  counts.delete(key);
  counts.set(key, fresh);
  if (counts.size > MAX_KEYS) counts.delete(counts.keys().next().value ?? '');
  return fresh;
}
