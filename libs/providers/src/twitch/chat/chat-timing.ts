/** Waits and limits of the chat connections of a process, ms. */
export interface ChatTiming {
  /** Between our own PINGs: a dead socket is not always closed. */
  readonly pingEveryMs: number;
  readonly pongWithinMs: number;
  /** From opening a socket to being in the room; a channel that does not exist answers nothing. */
  readonly joinWithinMs: number;
  /** Before the first new attempt, and at most; doubled in between, with jitter. */
  readonly retryMs: number;
  readonly mostRetryMs: number;
  /** A connection that held so long was a good one: the next wait is the first again. */
  readonly steadyMs: number;
  /** How long two sockets listen side by side when the site moves us. */
  readonly overlapMs: number;
  /** What is on its way when we leave may take so long to arrive. */
  readonly drainMs: number;
  /** The site's limit, with room for another program at the same address. */
  readonly joins: number;
  readonly joinsInMs: number;
}
export const CHAT_TIMING: ChatTiming = {
  pingEveryMs: 60_000,
  pongWithinMs: 10_000,
  joinWithinMs: 15_000,
  retryMs: 500,
  mostRetryMs: 5000,
  steadyMs: 10_000,
  overlapMs: 2000,
  drainMs: 3000,
  joins: 18,
  joinsInMs: 10_000,
};
