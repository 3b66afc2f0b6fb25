import { OutsideError } from '#libs/errors';
import { type Clock } from '../clock.js';
import { type FetchedAnswer } from '../http/fetch-text.js';

/** A caller waits no longer than this for the site's leave: then it hears so, and what it wanted is tried another way or at the next round. */
export const MOST_WAIT_MS = 15_000;
/** Where a 429 names no time. */
const UNTOLD_MS = 5000;

type Headers = FetchedAnswer['headers'];
const numberOf = (headers: Headers, name: string): number | null => {
  const value = headers[name];
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null;
};

/** Whether Twitch means the number of calls; EventSub also answers 429 when it takes no more subscriptions, and points are left then. */
export const isOutOfPoints = ({ status, headers }: FetchedAnswer): boolean => status === 429 && (numberOf(headers, 'ratelimit-remaining') ?? 0) === 0;

/**
 * The token bucket of Helix as its headers tell it (https://dev.twitch.tv/docs/api/guide/#twitch-rate-limits, read Feb 2026): after a 429 nothing
 * is asked before `Ratelimit-Reset`. Points refill evenly, so the last ones are not hoarded.
 */
export class Rate {
  private blockedUntil = 0;

  constructor(private readonly clock: Clock) {}

  /** @throws OutsideError `rate-limited` when the wait would be too long */
  async leave(signal: AbortSignal): Promise<void> {
    const waitMs = this.blockedUntil - this.clock.now();
    if (waitMs <= 0) return;
    if (waitMs > MOST_WAIT_MS) throw new OutsideError('rate-limited', `Twitch asks us to wait until ${new Date(this.blockedUntil).toISOString().slice(11, 19)} UTC: too many calls.`);
    await this.clock.pause(waitMs, signal);
  }

  note(answer: FetchedAnswer): void {
    if (!isOutOfPoints(answer)) return;
    const resetS = numberOf(answer.headers, 'ratelimit-reset');
    const now = this.clock.now();
    // A reset in the past (clocks differ) still means: not at once.
    this.blockedUntil = resetS === null ? now + UNTOLD_MS : Math.max(resetS * 1000, now + 1000);
  }
}
