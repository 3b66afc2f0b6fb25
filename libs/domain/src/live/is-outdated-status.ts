/**
 * What a site pushed last. Both times in ms since the Unix epoch: `at` when it came in, `stamp` by the site's
 * clock. Of deliveries that overtake each other the one with the newest stamp counts.
 */
export interface PushedStatus {
  readonly live: boolean;
  readonly streamId: string | null;
  readonly at: number;
  readonly stamp?: number;
}

/**
 * Most sites list a new stream within a minute of its start, and an ended one for minutes more
 * (docs/reference/twitch.md#helix-streams).
 */
const START_LAG_MS = 90_000;
const END_LAG_MS = 180_000;

/**
 * Whether the answer to a question only repeats what was true before the site itself reported otherwise: sites' answers
 * are cached, their pushes are not. Such an answer is dropped; the next one is asked soon enough.
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
