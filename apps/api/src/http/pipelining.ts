import { type IncomingMessage, type ServerResponse } from 'node:http';

/** Requests of one connection that wait. Browsers and proxies wait for an answer before they send the next request. */
export const MAX_WAITING = 16;

/** The requests of a connection that wait until the one before them is answered; there is one such. */
const waitingOn = new WeakMap<object, (() => void)[]>();

/**
 * Ends the connection after the answer to a request whose upgrade was ignored: Node loses requests that were sent right
 * behind it, and their callers would wait.
 */
export function closeAfterIgnoredUpgrade(
  { headers }: Pick<IncomingMessage, 'headers'>,
  res: ServerResponse,
  next: () => void,
): void {
  if (headers.upgrade !== undefined) res.setHeader('Connection', 'close');
  next();
}

/**
 * Handles the requests of a connection one after the other, and ends a connection that sends too many without waiting
 * for their answers. Node itself starts all requests that it has received: a few packets would start thousands, and
 * those that are not first would keep their files open if the connection ended.
 */
export function oneAfterTheOther(
  { socket }: Pick<IncomingMessage, 'socket'>,
  res: ServerResponse,
  next: () => void,
): void {
  const start = (): void => {
    // Nothing can be sent any more: it is closed, or the answer before was its last one.
    if (!socket.writable) return;
    res.once('close', () => {
      const following = waitingOn.get(socket)?.shift();
      if (following) following();
      else waitingOn.delete(socket);
    });
    next();
  };
  const waiting = waitingOn.get(socket);
  if (!waiting) {
    waitingOn.set(socket, []);
    start();
  } else if (waiting.length < MAX_WAITING) waiting.push(start);
  else socket.destroy();
}
