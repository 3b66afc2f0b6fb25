/** How a message is delivered again after an outside fault or an unanswered delivery. */
export interface RetryPolicy {
  /** Number of deliveries after which an outside fault becomes a dead letter; Infinity: never. */
  readonly tries: number;
  /** Delay before delivery `attempt + 1`. */
  readonly delayMs: (attempt: number) => number;
  /** Number of unanswered deliveries after which a message becomes a dead letter (it crashes its worker each time). */
  readonly unanswered: number;
}

const exponentialBackoff =
  (firstMs: number, maxMs: number) =>
  (attempt: number): number =>
    Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30));

/** Commands: 8 tries over about 4 minutes. The operator then sees a dead letter with "try again". */
export const COMMAND_POLICY: RetryPolicy = { tries: 8, delayMs: exponentialBackoff(2_000, 120_000), unanswered: 20 };

/**
 * Events: an outside fault means that the database is unavailable and not that the event is wrong, so the event never
 * becomes a dead letter. A lost event does no harm: the reconciliation reaches the same state
 * (docs/flows/recording.md).
 */
export const EVENT_POLICY: RetryPolicy = {
  tries: Number.POSITIVE_INFINITY,
  delayMs: exponentialBackoff(500, 30_000),
  unanswered: 50,
};

/**
 * Commands that run until the operator ends them, for weeks. A restart of the worker counts as a delivery but is not a
 * failure; neither is unavailable storage. Each retry counts too: 500 deliveries are four hours of unavailable storage,
 * or one and a half hours of a worker that crashes each time. After that the sender of the command decides: it sends a
 * new command for one that was waiting, and treats one that was never answered as failed.
 */
export const ENDLESS_POLICY: RetryPolicy = {
  tries: Number.POSITIVE_INFINITY,
  delayMs: exponentialBackoff(2_000, 30_000),
  unanswered: 500,
};
