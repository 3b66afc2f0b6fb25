import { OutsideError } from '#libs/errors';
import { isUnreachable } from './fault.js';

/** A server that was away is back on the page within a few seconds of its return. */
const AWAY_MS = 4000;
/** What stands behind the server, such as a site, is not asked as often. */
const BEHIND_MS = 30_000;
const BEHIND: readonly unknown[] = [502, 504];

/** ms until a failed question is asked again by itself; null: asking again would not help. */
export function retryAfterMs(thrown: unknown): number | null {
  if (isUnreachable(thrown)) return AWAY_MS;
  if (!(thrown instanceof OutsideError)) return null;
  const { status } = thrown.data;
  return status === 503 ? AWAY_MS : BEHIND.includes(status) ? BEHIND_MS : null;
}

interface Clock {
  readonly after: (ms: number, work: () => void) => unknown;
  readonly forget: (timer: unknown) => void;
}

/**
 * Asks again after an equal time each, however long the server is away; SWR itself waits longer each time, up to 25
 * minutes. Of each question one timer runs: several failures of one (the clock, the socket) are not several rows of tries.
 */
export function retryLater({ after, forget }: Clock) {
  const timers = new Map<string, unknown>();
  return (thrown: unknown, key: string, revalidate: () => void): void => {
    forget(timers.get(key));
    timers.delete(key);
    const ms = retryAfterMs(thrown);
    if (ms === null) return;
    timers.set(
      key,
      after(ms, () => {
        timers.delete(key);
        revalidate();
      }),
    );
  };
}
