/**
 * Times in ms since the Unix epoch. `lastMediaAt`: when the last moment that is stored was sent, null where there is
 * none. `toldOffAt`: when the site said that the stream is off, null where it did not since.
 */
export interface StreamEndQuestion {
  readonly startedAt: number;
  readonly lastMediaAt: number | null;
  readonly toldOffAt: number | null;
  readonly now: number;
}

/**
 * Media run on for the latency of a site after it said that a stream is off; what runs on for longer shows that it was
 * not.
 */
const LATENCY_MS = 60_000;

/**
 * When a stream ended, once it is known that it did: not the end of the wait for its return. The site's word, else the
 * last of its media; of one that nothing is known of, now. Source: reference-run (d), `api_getWebhookDuration`.
 */
export function streamEnd({ startedAt, lastMediaAt, toldOffAt, now }: StreamEndQuestion): number {
  const isTold = toldOffAt !== null && toldOffAt >= startedAt && (lastMediaAt ?? toldOffAt) - toldOffAt <= LATENCY_MS;
  return Math.min(now, Math.max(startedAt, (isTold ? toldOffAt : lastMediaAt) ?? now));
}
