/** A site that is asked for many channels at once gets a call at most this often, on average. */
const CALL_MS = 2000;
/** However many channels there are, each is polled at least this often. */
const LONGEST_MS = 60_000;

/**
 * When a channel is asked next, ms since the Unix epoch. Channels that one call can ask for together share a grid, so
 * that they stay together; where they need many calls, they are asked less often.
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
