const PEER_CLOSED: ReadonlySet<unknown> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ABORT_ERR',
]);

/** Whether a loopback client closed the connection because it has read enough; that is not a failure. */
export const isPeerClosed = (thrown: unknown): boolean =>
  PEER_CLOSED.has((thrown as NodeJS.ErrnoException | null)?.code);
