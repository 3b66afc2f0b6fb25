/** Minimum average time between two calls to a site that checks many channels per call. */
const CALL_MS = 2000;
/** Maximum poll interval, for any number of channels, unless the configured one is longer. */
const LONGEST_MS = 60_000;

/**
 * Time of a channel's next check, ms since the Unix epoch. Channels that share calls are checked at the same times, so
 * that they stay in the same batches. If they need many calls, they are checked less often.
 */
export function nextCheckAt({
  pollMs,
  batch,
  channels,
  now,
}: {
  readonly pollMs: number;
  readonly batch: number;
  readonly channels: number;
  readonly now: number;
}): number {
  if (batch === 1) return now + pollMs;
  const everyMs = Math.min(Math.max(pollMs, LONGEST_MS), Math.max(pollMs, Math.ceil(channels / batch) * CALL_MS));
  return (Math.floor(now / everyMs) + 1) * everyMs;
}
