/**
 * The last status that a site pushed. Times in ms since the Unix epoch: `at` is the time of arrival, `stamp` the site's
 * own time. If pushes arrive out of order, the one with the newest stamp applies.
 */
export interface PushedStatus {
  readonly live: boolean;
  readonly streamId: string | null;
  readonly at: number;
  readonly stamp?: number;
}

/**
 * Most sites list a new stream within a minute of its start, and list an ended one for some minutes more
 * (docs/reference/twitch.md#helix-streams).
 */
const START_LAG_MS = 90_000;
const END_LAG_MS = 180_000;

/**
 * Whether a polled status is older than the last push: a site caches its answers but not its pushes. The caller ignores
 * such an answer; the next poll follows soon.
 */
export function isOutdatedStatus(
  answer: { readonly live: boolean; readonly streamId: string | null },
  pushed: PushedStatus | null,
  now: number,
): boolean {
  if (!pushed) return false;
  const age = now - pushed.at;
  if (pushed.live) return age < START_LAG_MS && !(answer.live && answer.streamId === pushed.streamId);
  return age < END_LAG_MS && answer.live && answer.streamId === pushed.streamId;
}
