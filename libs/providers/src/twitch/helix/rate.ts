import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Clock } from '../clock.js';
import { type FetchedAnswer } from '../http/fetch-text.js';

/**
 * A caller waits no longer than this for the site's leave: then it learns so, and what it wanted is tried another way or
 * at the next round.
 */
export const MOST_WAIT_MS = 15_000;
/** Points that writes leave: subscribing a thousand channels must not keep us from asking who is live. */
export const RESERVE = 200;
const MINUTE_MS = 60_000;
/** Where a 429 names no time. */
const UNTOLD_MS = 5000;

type Headers = FetchedAnswer['headers'];
const numberOf = (headers: Headers, name: string): number | null => {
  const value = headers[name];
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null;
};

/**
 * Whether Twitch means the number of calls; EventSub also answers 429 when it takes no more subscriptions, and points
 * are left then.
 */
export const isOutOfPoints = ({ status, headers }: FetchedAnswer): boolean =>
  status === 429 && (numberOf(headers, 'ratelimit-remaining') ?? 0) === 0;

/**
 * The token bucket of Helix as its headers tell it (https://dev.twitch.tv/docs/api/guide/#twitch-rate-limits, read Feb
 * 2026): after a 429 nothing is asked before `Ratelimit-Reset`. Points refill evenly, so the last ones are not hoarded.
 */
export class Rate {
  private blockedUntil = 0;
  private limits: { readonly limit: number; readonly remaining: number; readonly at: number } | null = null;

  constructor(private readonly clock: Clock) {}

  /**
   * @param kind a `write` also waits until there are points to spare
   * @throws OutsideError `rate-limited` when the wait would be too long
   */
  async leave(kind: 'read' | 'write', signal: AbortSignal): Promise<void> {
    const waitMs = Math.ceil(Math.max(this.blockedUntil - this.clock.now(), kind === 'write' ? this.untilSpare() : 0));
    if (waitMs <= 0) return;
    if (waitMs > MOST_WAIT_MS)
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
    // A reset in the past (clocks differ) still means: not at once.
    this.blockedUntil = resetS === null ? now + UNTOLD_MS : Math.max(resetS * 1000, now + 1000);
  }

  /** They come back evenly within a minute. */
  private untilSpare(): number {
    if (!this.limits) return 0;
    const { limit, remaining, at } = this.limits;
    const perMs = limit / MINUTE_MS;
    return (Math.min(RESERVE, limit / 2) - remaining) / perMs - (this.clock.now() - at);
  }
}
