/** Delays and limits of a process's chat connections, ms. */
export interface ChatTiming {
  /** Interval of the client's own PINGs: a dead socket is not always closed. */
  readonly pingEveryMs: number;
  readonly pongWithinMs: number;
  /** From opening a socket to joining the room; for a channel that does not exist, the server sends nothing. */
  readonly joinWithinMs: number;
  /** First and maximum delay before a reconnect; doubled in between, with jitter. */
  readonly retryMs: number;
  readonly mostRetryMs: number;
  /** After a connection has lasted this long, the next delay starts at the minimum again. */
  readonly steadyMs: number;
  /** How long two sockets receive in parallel when the site moves the connection. */
  readonly overlapMs: number;
  /** How long to wait for pending messages when closing. */
  readonly drainMs: number;
  /** The site's limit, with room for another program on the same IP address. */
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
