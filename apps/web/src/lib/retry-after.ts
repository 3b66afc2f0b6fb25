import { OutsideError } from '#libs/errors';
import { isUnreachable } from './fault.js';

/** ms: short, so that the page recovers within a few seconds after the server returns. */
const AWAY_MS = 4000;
/** ms: longer, because the server itself waits for something else, such as a site. */
const BEHIND_MS = 30_000;
const BEHIND: readonly unknown[] = [502, 504];

/** ms until a failed request is retried; null: a retry would not help. */
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
 * Retries at a constant interval, however long the server is unavailable; SWR itself would back off up to 25 minutes.
 * Each key has only one timer, so that several failures (of the ticker, the socket) do not multiply the retries.
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
