import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Clock } from '../clock.js';
import { type FetchedAnswer } from '../http/fetch-text.js';

/**
 * Longest wait for the rate limit. After a longer one the call fails, so that the caller can use another way or the
 * next poll.
 */
const MAX_WAIT_MS = 15_000;
/** Points that writes leave for reads: a thousand new subscriptions must not block the live checks. */
const RESERVED_POINTS = 200;
const MINUTE_MS = 60_000;
/** Delay after a 429 without a reset time. */
const DEFAULT_RESET_MS = 5000;

type Headers = FetchedAnswer['headers'];
const numberOf = (headers: Headers, name: string): number | null => {
  const value = headers[name];
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null;
};

/**
 * Whether a 429 means the rate limit. EventSub also answers 429 if it accepts no more subscriptions, but points then
 * remain.
 */
export const isOutOfPoints = ({ status, headers }: FetchedAnswer): boolean =>
  status === 429 && (numberOf(headers, 'ratelimit-remaining') ?? 0) === 0;

/**
 * The token bucket of Helix according to its headers (https://dev.twitch.tv/docs/api/guide/#twitch-rate-limits, read
 * Feb 2026): after a 429, no call is sent before `Ratelimit-Reset`. Points refill evenly, so reads may use the last
 * ones.
 */
export class Rate {
  private blockedUntil = 0;
  private limits: { readonly limit: number; readonly remaining: number; readonly at: number } | null = null;

  constructor(private readonly clock: Clock) {}

  /**
   * @param kind a `write` also waits until there are points to spare
   * @throws OutsideError `rate-limited`: the wait would be too long
   */
  async waitForTurn(kind: 'read' | 'write', signal: AbortSignal): Promise<void> {
    const waitMs = Math.ceil(
      Math.max(this.blockedUntil - this.clock.now(), kind === 'write' ? this.msUntilSpare() : 0),
    );
    if (waitMs <= 0) return;
    if (waitMs > MAX_WAIT_MS)
      throw new OutsideError(
        message('error.rate-limited.until', { time: new Date(this.clock.now() + waitMs).toISOString().slice(11, 19) }),
      );
    await this.clock.pause(waitMs, signal);
  }

  update(answer: FetchedAnswer): void {
    const now = this.clock.now();
    const [limit, remaining] = [
      numberOf(answer.headers, 'ratelimit-limit'),
      numberOf(answer.headers, 'ratelimit-remaining'),
    ];
    if (limit !== null && remaining !== null) this.limits = { limit, remaining, at: now };
    if (!isOutOfPoints(answer)) return;
    const resetS = numberOf(answer.headers, 'ratelimit-reset');
    // A reset time in the past (the clocks differ) still requires a delay.
    this.blockedUntil = resetS === null ? now + DEFAULT_RESET_MS : Math.max(resetS * 1000, now + 1000);
  }

  /** Time until there are points to spare; they refill evenly within a minute. */
  private msUntilSpare(): number {
    if (!this.limits) return 0;
    const { limit, remaining, at } = this.limits;
    const perMs = limit / MINUTE_MS;
    return (Math.min(RESERVED_POINTS, limit / 2) - remaining) / perMs - (this.clock.now() - at);
  }
}
