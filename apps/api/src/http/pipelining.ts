import { type NextFunction, type Request, type Response } from 'express';

/** Requests of one connection at a time. Browsers and proxies wait for an answer before they send the next request. */
export const MAX_PIPELINED = 16;

const openRequests = new WeakMap<object, number>();

/**
 * Ends a connection that sends many requests without waiting for their answers. Node starts all requests that it has
 * received, so a few packets would start thousands, each with its file, its memory and its turn of the event loop.
 */
export function limitPipelining({ socket }: Request, res: Response, next: NextFunction): void {
  if (socket.destroyed) return;
  const open = openRequests.get(socket) ?? 0;
  if (open === MAX_PIPELINED) {
    socket.destroy();
    return;
  }
  openRequests.set(socket, open + 1);
  res.once('close', () => {
    openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1);
  });
  next();
}
