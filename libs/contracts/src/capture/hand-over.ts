/**
 * How long a recorder that is asked to end may take for each step, ms. It keeps writing until its successor has stored
 * a segment, so that recordings overlap and have no gap. Whoever ends recorders (the supervisor, compose.yaml, the
 * StatefulSet) waits {@link RECORDER_STOP_MS} before it kills one: what has not come to the spool by then is lost.
 */
export const HAND_OVER = {
  /** For NATS to take the lease back. */
  releaseMs: 1000,
  /** For a successor to take the lease. */
  successorMs: 3000,
  /** For the successor to show a stored segment. */
  overlapMs: 20_000,
  /** For what is captured to be stored. */
  settleMs: 4000,
  /** For the rest to go to the spool. */
  leaveMs: 4000,
  /** For the last events. */
  tellMs: 4000,
} as const;

/** All steps of the hand-over, one after the other, at their longest. */
export const HAND_OVER_MS = Object.values(HAND_OVER).reduce((sum, ms) => sum + ms, 0);

/** From SIGTERM to the last moment a recorder may end by itself: the hand-over, then closing what it stands on. */
export const RECORDER_STOP_MS = HAND_OVER_MS + 4000;
