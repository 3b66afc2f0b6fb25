import { type PartState } from './derive-state.js';

/** What the end is judged by; times in ms since the Unix epoch, `graceMs` in ms. */
export interface EndQuestion {
  readonly parts: readonly PartState[];
  readonly assignedAt: number;
  /** What the site said last: null when it was never asked or could not be reached. */
  readonly siteSaysLive: boolean | null;
  readonly graceMs: number;
  readonly now: number;
}

/**
 * Whether a recording is over: proof that the source ended, and a grace without a new part. Proof is an ENDLIST, or a
 * silent playlist while the site does not say live (docs/reference/hls.md#end-of-a-stream). A recorder that died proves
 * nothing: the capture waits for another one.
 */
export function isStreamOver({ parts, assignedAt, siteSaysLive, graceMs, now }: EndQuestion): boolean {
  if (parts.some((p) => p.endedAt === null) || siteSaysLive === true) return false;
  const last = parts.reduce<PartState | null>(
    (latest, p) => (latest === null || (p.endedAt ?? 0) >= (latest.endedAt ?? 0) ? p : latest),
    null,
  );
  if (last === null) return siteSaysLive === false && now - assignedAt >= graceMs;
  const proof = last.cause === 'endlist' || siteSaysLive === false;
  return proof && now - (last.endedAt ?? now) >= graceMs;
}

/**
 * Times in ms since the Unix epoch. `lastMediaAt`: when the last moment that is stored was sent, null where there is
 * none. `offlineReportedAt`: when the site said that the stream is off, null where it did not since.
 */
export interface StreamEndQuestion {
  readonly startedAt: number;
  readonly lastMediaAt: number | null;
  readonly offlineReportedAt: number | null;
  readonly now: number;
}

/**
 * Media run on for the latency of a site after it said that a stream is off; what runs on for longer shows that it was
 * not.
 */
const LATENCY_MS = 60_000;

/**
 * When a stream ended, once it is known that it did: not the end of the wait for its return. The site's word, else the
 * last of its media; of one that nothing is known of, now.
 */
export function streamEndTime({ startedAt, lastMediaAt, offlineReportedAt, now }: StreamEndQuestion): number {
  const isReported =
    offlineReportedAt !== null &&
    offlineReportedAt >= startedAt &&
    (lastMediaAt ?? offlineReportedAt) - offlineReportedAt <= LATENCY_MS;
  return Math.min(now, Math.max(startedAt, (isReported ? offlineReportedAt : lastMediaAt) ?? now));
}
