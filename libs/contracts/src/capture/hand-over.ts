/**
 * Time limit in ms for each shutdown step of a recorder. The recorder keeps writing until its successor has stored a
 * segment, so that the recordings overlap without a gap. The supervisor (or compose.yaml, or the StatefulSet) waits
 * {@link RECORDER_STOP_MS} before it kills a recorder: data that is not in the spool by then is lost.
 */
export const HAND_OVER = {
  /** NATS releases the lease. */
  releaseMs: 1000,
  /** A successor acquires the lease. */
  successorMs: 3000,
  /** The successor stores its first segment. */
  overlapMs: 20_000,
  /** The recorder stores the captured segments. */
  settleMs: 4000,
  /** The recorder writes the remaining data to the spool. */
  leaveMs: 4000,
  /** The recorder publishes the last events. */
  tellMs: 4000,
} as const;

/** Maximum duration of all hand-over steps in sequence. */
export const HAND_OVER_MS = Object.values(HAND_OVER).reduce((sum, ms) => sum + ms, 0);

/** Maximum time from SIGTERM until a recorder exits by itself: the hand-over, then closing its resources. */
export const RECORDER_STOP_MS = HAND_OVER_MS + 4000;
