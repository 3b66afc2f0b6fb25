import { type PartEndCause } from '#libs/contracts';
import { type PartState } from './derive-state.js';

/** Input of the end detection; times in ms since the Unix epoch, `graceMs` in ms. */
export interface EndQuestion {
  readonly parts: readonly PartState[];
  readonly assignedAt: number;
  /** Last answer of the site; null if it was never asked or could not be reached. */
  readonly siteSaysLive: boolean | null;
  readonly graceMs: number;
  readonly now: number;
}

/**
 * Whether a recording is over: no part is being written, the site does not report the stream as live, there is proof
 * that the source ended, and the grace period has passed since the newest part ended (without a part: since the
 * assignment). Proof is an ENDLIST in the newest part, or a site that reports the stream as offline
 * (docs/reference/hls.md#end-of-a-stream). Without proof, for example after a recorder crash, the recording waits for
 * another recorder. Without a part only the site's report counts as proof. {@link isLostSource} needs no proof.
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

/** Whether Vodkeep ended a part, not its source: the stream may have gone on after it. */
export const isInterrupted = ({ cause }: { readonly cause: PartEndCause | null }): boolean =>
  cause === 'lost' || cause === 'drained' || cause === 'superseded' || cause === 'failed';

/** Times in ms since the Unix epoch, `limitMs` in ms. `unknownSince`: null while the live status is known. */
export interface LostQuestion {
  readonly parts: readonly PartState[];
  readonly unknownSince: number | null;
  readonly limitMs: number;
  readonly now: number;
}

/**
 * Whether a source is lost: a part has ended, and for the limit since then the live status is unknown, for example
 * because the source is switched off together with its server. The recording then ends without proof; a return may
 * continue it.
 */
export function isLostSource({ parts, unknownSince, limitMs, now }: LostQuestion): boolean {
  if (parts.length === 0 || unknownSince === null) return false;
  const endedAt = Math.max(...parts.map((p) => p.endedAt ?? Infinity));
  return now - Math.max(endedAt, unknownSince) >= limitMs;
}

/**
 * Times in ms since the Unix epoch. `lastMediaAt`: when the last stored media were sent, null if there are none.
 * `offlineReportedAt`: when the site reported the stream as offline, null if it has not since.
 */
export interface StreamEndQuestion {
  readonly startedAt: number;
  readonly lastMediaAt: number | null;
  readonly offlineReportedAt: number | null;
  readonly now: number;
}

/**
 * Media continue for the site's latency after it reports a stream as offline. Media that continue for longer show that
 * the report was wrong.
 */
const LATENCY_MS = 60_000;

/**
 * When a stream ended, not when the wait for its return ended; call it only for an ended stream. The time that the site
 * reported, otherwise the end of its media; if nothing is known, now.
 */
export function streamEndTime({ startedAt, lastMediaAt, offlineReportedAt, now }: StreamEndQuestion): number {
  const isReported =
    offlineReportedAt !== null &&
    offlineReportedAt >= startedAt &&
    (lastMediaAt ?? offlineReportedAt) - offlineReportedAt <= LATENCY_MS;
  return Math.min(now, Math.max(startedAt, (isReported ? offlineReportedAt : lastMediaAt) ?? now));
}
