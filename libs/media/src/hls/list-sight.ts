import { HttpError } from './http-port.js';

/** A server says so of a list that is made no more. A refusal (401, 403) or a fault says nothing of the stream. */
const GONE: readonly number[] = [404, 410];
/** A list that is still made has something new within so many target durations (RFC 8216). */
const GROWS_WITHIN = 1.5;

/**
 * How well a list is seen: how long it has brought nothing new, and whether something may have been listed meanwhile
 * that nobody could read. Pure: times are monotonic ms, passed in.
 */
export class ListSight {
  private newAt: number;
  private seenAt: number;
  private failing = false;
  private unread = false;

  constructor(now: number) {
    this.newAt = now;
    this.seenAt = now;
  }

  /** Nothing new for so long. */
  silentMs(now: number): number {
    return now - this.newAt;
  }

  /**
   * The list fails, after it was seen to grow and before anybody said that it is over: what it listed since is not
   * known.
   */
  get isUnread(): boolean {
    return this.unread;
  }

  read(now: number, isFresh: boolean): void {
    this.seenAt = now;
    if (isFresh) this.newAt = now;
    this.failing = false;
    this.unread = false;
  }

  /** The first failure in a row tells: a server that says "gone" once may say anything later. */
  failed(failed: unknown, targetMs: number): void {
    if (this.failing) return;
    this.failing = true;
    const isGone = failed instanceof HttpError && GONE.includes(failed.status);
    this.unread = !isGone && this.seenAt - this.newAt < GROWS_WITHIN * targetMs;
  }
}
