/** Minimum average time between two calls to a site that checks many channels per call. */
const MIN_CALL_INTERVAL_MS = 2000;
/** Maximum time between two checks of a channel, however many channels there are. A longer `pollMs` prevails. */
const MAX_CHECK_INTERVAL_MS = 60_000;

interface CheckPlan {
  /** The configured time between two checks of the channel. */
  readonly pollMs: number;
  /** Maximum number of channels per call; 1 if each channel is on its own server. */
  readonly batchSize: number;
  /** Number of all channels of the site. */
  readonly siteChannels: number;
  /** ms since the Unix epoch. */
  readonly now: number;
}

/**
 * Time of a channel's next check, ms since the Unix epoch. Channels that share calls are checked at the same times, so
 * that they stay in the same batches. If they need many calls, they are checked less often.
 */
export function nextCheckAt({ pollMs, batchSize, siteChannels, now }: CheckPlan): number {
  if (batchSize === 1) return now + pollMs;
  const callsMs = Math.ceil(siteChannels / batchSize) * MIN_CALL_INTERVAL_MS;
  const intervalMs = Math.max(pollMs, Math.min(MAX_CHECK_INTERVAL_MS, callsMs));
  return (Math.floor(now / intervalMs) + 1) * intervalMs;
}
