const PEER_CLOSED: ReadonlySet<unknown> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ABORT_ERR',
]);

/** A program that we serve on loopback has seen enough and hung up; that is no failure. */
export const isPeerClosed = (thrown: unknown): boolean =>
  PEER_CLOSED.has((thrown as NodeJS.ErrnoException | null)?.code);
