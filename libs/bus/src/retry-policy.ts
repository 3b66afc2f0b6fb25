/** What happens to a delivery whose handler met an outside fault. */
export interface RetryPolicy {
  /** Deliveries after which an outside fault becomes a dead letter; Infinity: never. */
  readonly tries: number;
  /** Wait before delivery `attempt + 1`. */
  readonly delayMs: (attempt: number) => number;
  /** Deliveries after which a message is given up on that never got an answer (it kills its worker each time). */
  readonly unanswered: number;
}

const doubling =
  (firstMs: number, mostMs: number) =>
  (attempt: number): number =>
    Math.min(mostMs, firstMs * 2 ** Math.min(attempt - 1, 30));

/** Commands: 8 tries over about 4 minutes; the operator then sees a dead letter with "try again". */
export const COMMAND_POLICY: RetryPolicy = { tries: 8, delayMs: doubling(2_000, 120_000), unanswered: 20 };

/**
 * Events: an outside fault is the database being away, which says nothing against the event, so it never becomes a dead
 * letter. A lost event does no harm: the reconciliation reaches the same state (docs/flows/recording.md).
 */
export const EVENT_POLICY: RetryPolicy = {
  tries: Number.POSITIVE_INFINITY,
  delayMs: doubling(500, 30_000),
  unanswered: 50,
};

/**
 * Commands that go on until somebody ends them, for weeks: a restart of their worker counts as a delivery and is no
 * failure, and neither is storage that is away. Each wait counts too, so 500 of them are four hours of storage away, or
 * one and a half of a worker that dies of it each time. Who sent the command decides then: one that waited is asked for
 * anew, one that never got an answer has failed.
 */
export const ENDLESS_POLICY: RetryPolicy = {
  tries: Number.POSITIVE_INFINITY,
  delayMs: doubling(2_000, 30_000),
  unanswered: 500,
};
